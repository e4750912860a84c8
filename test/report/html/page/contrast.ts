/** Runs in the page: its texts whose contrast with what is behind them is below 4.5 to 1, the AA of WCAG. */
export function lowContrasts(): readonly string[] {
  type Colour = readonly [number, number, number, number]
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const read = (text: string): Colour => {
    if (pen === null) throw new Error('the browser does not draw')
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = text
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = ([r, g, b, a]: Colour, [red, green, blue]: Colour): Colour => [
    r * a + red * (1 - a),
    g * a + green * (1 - a),
    b * a + blue * (1 - a),
    1,
  ]
  const behind = (element: Element | null): Colour => {
    if (element === null) return read('Canvas')
    const own = read(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : over(own, behind(element.parentElement))
  }
  const luminance = ([r, g, b]: Colour): number => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  const isSeen = (element: Element): boolean => element.checkVisibility() && !element.closest('svg, .unseen')
  return [...document.body.querySelectorAll('*')]
    .filter((one) => hasText(one) && isSeen(one))
    .flatMap((element) => {
      const ground = behind(element)
      const ink = over(read(getComputedStyle(element).color), ground)
      const [light = 0, dark = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a)
      const ratio = (light + 0.05) / (dark + 0.05)
      return ratio >= 4.5 ? [] : [`${element.className || element.tagName} ${element.textContent}: ${ratio.toFixed(2)}`]
    })
}
