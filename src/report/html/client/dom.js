/** @typedef {Readonly<Record<string, string | number | undefined>>} Attributes */

/**
 * Makes an element. What it says is always set as text: nothing that a program wrote is taken for markup.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {readonly (Node | string)[]} [children]
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name)
  setAll(made, attributes)
  made.append(...children)
  return made
}

/**
 * Makes an element of a drawing.
 * @param {string} name
 * @param {Attributes} attributes
 */
export function shape(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAll(made, attributes)
  return made
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function setAll(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value))
  }
}

/**
 * An element of the page, which is there.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

/**
 * Puts an element at a place of the diagram.
 * @param {HTMLElement} element
 * @param {{ readonly left?: number, readonly top?: number, readonly width?: number, readonly height?: number,
 *   readonly maxWidth?: number }} place
 */
export function put(element, place) {
  for (const [side, value] of Object.entries(place)) {
    element.style.setProperty(side === 'maxWidth' ? 'max-width' : side, `${value}px`)
  }
  return element
}
