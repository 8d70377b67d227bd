/** Fields that are lower than the letters in them, and buttons that do not fill their line. */
export function cramped(): string[] {
  const px = (of: Element, property: string) => Number.parseFloat(getComputedStyle(of).getPropertyValue(property))
  const low = [...document.querySelectorAll('main:not([hidden]) mp-input .mp-inner')].filter(
    (one) => one.clientHeight < 1.4 * px(one, 'font-size'),
  )
  const narrow = [...document.querySelectorAll<HTMLElement>('main:not([hidden]) .button')].filter((one) => {
    const around = one.parentElement ?? one
    const room = around.clientWidth - px(around, 'padding-left') - px(around, 'padding-right')
    return getComputedStyle(around).display !== 'flex' && one.offsetWidth < room - 1
  })
  return [...low, ...narrow].map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
}
