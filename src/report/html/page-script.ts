import copying from './client/copying.js?raw'
import details from './client/details.js?raw'
import diagram from './client/diagram.js?raw'
import dom from './client/dom.js?raw'
import drawing from './client/drawing.js?raw'
import geometry from './client/geometry.js?raw'
import main from './client/main.js?raw'
import rows from './client/rows.js?raw'
import slider from './client/slider.js?raw'
import theme from './client/theme.js?raw'

/**
 * The script of the page: the modules of `client`, each behind those that it imports, in one scope. A file opened from
 * disk can load no other, so the imports go, and no two modules may use the same name.
 */
export const pageScript = [dom, geometry, drawing, rows, details, diagram, slider, copying, theme, main]
  .map(withoutModuleSyntax)
  .join('\n')

function withoutModuleSyntax(source: string): string {
  return source
    .replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '') // the types, which are for us
    .replaceAll(/^import [^;]*? from '.*'\n/gm, '')
    .replaceAll(/^export /gm, '')
    .trim()
}
