/**
 * Faults that no test notices, and why that is right: the program does the same with them, or differs only in speed or memory.
 * `npm run mutants` ends with 1 if a fault survives that is not named here.
 */
export const survivors: Readonly<Record<string, { readonly fault: string; readonly reason: string }>> = {}
