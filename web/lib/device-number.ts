/** Numbers that this device gives out without a network: two letters for the day, and a count. */
export interface DeviceNumbers {
  readonly day: string
  readonly letters: string
  readonly count: number
}

// Without I and O, which look like digits.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Two devices rarely draw the same letters; then the service gives out another number. */
export function randomLetters(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2))
  return [a, b].map((random) => alphabet[random % alphabet.length]).join('')
}

/** New letters are drawn on another day, and after 999 numbers. */
export function nextNumber(
  before: DeviceNumbers | undefined,
  day: string,
  letters: () => string = randomLetters,
): DeviceNumbers {
  const goesOn = before?.day === day && before.count < 999
  return goesOn ? { ...before, count: before.count + 1 } : { day, letters: letters(), count: 1 }
}

export const numberText = ({ letters, count }: DeviceNumbers): string => letters + String(count).padStart(2, '0')
