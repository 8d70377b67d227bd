/** `1 line`, `2 lines`: the count with its English noun. */
export const countedNoun = (count: number | string, one: string, several = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : several}`
