/** Lets every button that says what it copies do so. */
export function enableCopying() {
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.addEventListener('click', () => void copyFrom(button))
  }
}

/** @param {Element} button */
async function copyFrom(button) {
  const source = document.getElementById(button.getAttribute('data-copy') ?? '')
  if (source === null) return
  const text = source.textContent
  const done = (await toClipboard(text)) || selectAndCopy(source)
  const before = 'Copy'
  button.textContent = done ? 'Copied' : 'Press Ctrl+C'
  setTimeout(() => (button.textContent = before), 2000)
}

/** @param {string} text */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // not allowed, or not there in a file opened from disk
  }
}

/**
 * Leaves the text selected, so that it can be copied by hand if nothing else works.
 * @param {Element} source
 */
function selectAndCopy(source) {
  getSelection()?.selectAllChildren(source)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  }
}
