export function weightOf(grams: number): { amount: number; unit: 'kilograms' | 'tonnes' } {
  const kilograms = grams / 1000
  if (kilograms >= 1000) return { amount: Math.round(kilograms / 100) / 10, unit: 'tonnes' }
  return { amount: kilograms < 10 ? Math.round(kilograms * 10) / 10 : Math.round(kilograms), unit: 'kilograms' }
}
