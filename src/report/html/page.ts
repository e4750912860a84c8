import { createHash } from 'node:crypto'
import { embedded, escaped } from './markup.ts'
import type { PageData } from './page-data.ts'
import { pageScript } from './page-script.ts'
import styles from './styles.css?raw'

/** What the page says in words. */
export interface PageText {
  readonly name: string
  readonly file: string
  readonly summary: string
  /** What makes the difference between failing and passing, in a sentence. */
  readonly explanation: string
  readonly error: string
  readonly diff: readonly string[]
  readonly remarks: readonly string[]
  readonly path: string
  readonly replay: string
  /** The trace as a text, for readers without scripts. */
  readonly trace: string
}

/** Writes the page: one file, which loads nothing and runs nothing but its own script. */
export function writePage(text: PageText, data: PageData): string {
  const policy = `default-src 'none'; style-src ${hashOf(styles)}; script-src ${hashOf(pageScript)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="interlace">
<title>${escaped(text.name)} · trace</title>
<style>${styles}</style>
</head>
<body>
${headerOf(text)}
${mainOf(data)}
<noscript><pre class="plain-trace">${escaped(text.trace)}</pre></noscript>
<script type="application/json" id="data">${embedded(data)}</script>
<script>${pageScript}</script>
</body>
</html>
`
}

/** The policy lets nothing else run, whatever a program has written into its texts. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function headerOf(text: PageText): string {
  const { name, file, summary, explanation, error, diff, remarks, path, replay } = text
  const decisive = explanation === '' ? '' : `<p class="decisive">${escaped(explanation)}</p>`
  const said = decisive + remarks.map((line) => `<p>${escaped(line)}</p>`).join('')
  return `<header>
<div class="heading">
<p class="file">${escaped(file)}</p>
<h1>${escaped(name)}</h1>
<p class="summary">${escaped(summary)}</p>
</div>
<button id="theme" type="button" aria-label="Turn the page dark or light">Dark</button>
<section class="error" aria-label="The error">
<pre tabindex="0" aria-label="Its message">${escaped(error)}</pre>
${diff.length === 0 ? '' : `<pre class="diff" tabindex="0" aria-label="What was expected and what came">${diff.map(diffLine).join('\n')}</pre>`}
</section>
<section class="commands" aria-label="How to run it again">
${said === '' ? '' : `<div class="explanation" tabindex="0" role="group" aria-label="What explains it">${said}</div>`}
<dl>
${command('path', path)}
${command('replay', replay)}
</dl>
</section>
</header>`
}

function diffLine(line: string): string {
  const kind = line.startsWith('-') ? 'expected' : line.startsWith('+') ? 'came' : 'same'
  return `<span class="${kind}">${escaped(line)}</span>`
}

function command(name: string, text: string): string {
  return `<div><dt>${name}</dt><dd><code id="${name}">${escaped(text)}</code><button type="button" data-copy="${name}" aria-label="Copy the ${name}" aria-live="polite">Copy</button></dd></div>`
}

function mainOf({ executions, edges }: PageData): string {
  const steps = Math.max(1, edges.length - 1)
  const views = `<div class="views" role="group" aria-label="What is shown">
<button type="button" data-view="fails">Fails</button><button type="button" data-view="both">Both</button><button type="button" data-view="passes">Passes</button>
</div>`
  return `<main>
<section class="trace" aria-label="The trace">
<div class="controls">
<div class="buttons" role="group" aria-label="Go through the steps">
<button type="button" id="first" aria-label="First step" title="First step (Home)">⇤</button><button type="button" id="back" aria-label="Step back" title="Step back (← or k)">←</button><button type="button" id="play" aria-pressed="false" title="Play (space)">Play</button><button type="button" id="forward" aria-label="Step forward" title="Step forward (→ or j)">→</button><button type="button" id="last" aria-label="Last step" title="Last step (End)">⇥</button>
</div>
<div class="slider"><input id="slider" type="range" min="1" max="${steps}" value="1" aria-label="Step"><div id="marks" aria-hidden="true"></div></div>
<span id="counter">1 / ${steps}</span>
${executions.length > 1 ? views : ''}
</div>
<div id="scroller" tabindex="0" role="listbox" aria-label="Space-time diagram: a lane for each process, time goes down"><div id="lanes" role="presentation"></div><div id="canvas" role="presentation"></div></div>
<p class="keys" aria-label="Keys"><span><kbd>←</kbd><kbd>→</kbd> or <kbd>k</kbd><kbd>j</kbd> step</span> <span><kbd>Home</kbd><kbd>End</kbd></span> <span><kbd>n</kbd><kbd>p</kbd> marks</span> <span><kbd>space</kbd> play</span>
<span class="legend"><i class="delayed"></i>delay <i class="waiting"></i>passed over <i class="message"></i>message <i class="call"></i>call and reply <i class="failing"></i>failure</span></p>
</section>
<aside aria-label="The selected step"><div id="details"></div></aside>
<div id="status" class="unseen" role="status"></div>
</main>`
}
