/** The space of a page and a card beside their content, in pixels, and of a step beside its name. */
const aroundSteps = 66
const aroundName = 8
/** The size of a name in letters of the page, and the mean width of a bold Latin letter in letters of the name. */
const nameSize = 0.875
const latinWidth = 0.54

/** True if the names of steps fit beside each other without a break within a word. */
export function stepsFit(
  names: readonly string[],
  { windowWidth, fontSize }: { windowWidth: number; fontSize: number },
) {
  const widest = Math.max(...names.flatMap((name) => name.split(' ').map(widthOf)))
  return widest * nameSize * fontSize <= (windowWidth - aroundSteps) / names.length - aroundName
}

function widthOf(word: string): number {
  const han = word.match(/\p{Script=Han}/gu)?.length ?? 0
  return han + (word.length - han) * latinWidth
}
