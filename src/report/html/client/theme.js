import { byId } from './dom.js'

const kept = 'interlace-theme'

/** Lets a button turn the page dark or light; without it the page is as the system is. */
export function enableTheme() {
  const button = byId('theme', HTMLButtonElement)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (document.documentElement.dataset['theme'] ?? (dark.matches ? 'dark' : 'light')) === 'dark'
  const label = () => (button.textContent = isDark() ? 'Light' : 'Dark')
  const before = recall()
  if (before === 'dark' || before === 'light') document.documentElement.dataset['theme'] = before
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    remember(next)
    label()
  })
  dark.addEventListener('change', label)
  label()
}

function recall() {
  try {
    return localStorage.getItem(kept)
  } catch {
    return null // a browser may keep nothing for files
  }
}

/** @param {string} theme */
function remember(theme) {
  try {
    localStorage.setItem(kept, theme)
  } catch {
    // the page is as it was asked to be, until it is closed
  }
}
