/** The numbers that this device gives out on a day without asking anybody: two letters of its own, and a count. */
export interface DeviceNumbers {
  readonly day: string
  readonly letters: string
  /** How many were given out. */
  readonly count: number
}

// Without I and O, which are read as digits.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Two letters. Of a few devices on a day hardly two have the same; where they do, the service gives out another number. */
export function randomLetters(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2))
  return [a, b].map((random) => alphabet[random % alphabet.length]).join('')
}

/** The next one, with other letters on another day, or when three digits are used up. */
export function nextNumber(
  before: DeviceNumbers | undefined,
  day: string,
  letters: () => string = randomLetters,
): DeviceNumbers {
  const goesOn = before?.day === day && before.count < 999
  return goesOn ? { ...before, count: before.count + 1 } : { day, letters: letters(), count: 1 }
}

export const numberText = ({ letters, count }: DeviceNumbers): string => letters + String(count).padStart(2, '0')
