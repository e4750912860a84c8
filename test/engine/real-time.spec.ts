import { expect, test } from 'vitest'
import { realTime } from '../../src/engine/real-time.ts'

/** Passes time, in ms, without asking `realTime`. */
function burn(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('a time of late is no later than the real one, and goes on', () => {
  const start = realTime.now()
  let before = start
  for (let call = 0; call < 100_000; call++) {
    const lately = realTime.lately()
    if (lately < before || lately > performance.now()) throw new Error(`${lately} after ${before}`)
    before = lately
  }
  expect(before).toBeGreaterThan(start)
})

test('a time of late is the real one where little is asked', () => {
  realTime.now()
  for (let call = 0; call < 10; call++) {
    burn(1)
    const asked = performance.now()
    expect(realTime.lately()).toBeGreaterThanOrEqual(asked)
  }
})

test('a time of late is old for a few calls only when they become slow', () => {
  for (let call = 0; call < 1000; call++) realTime.lately()
  const slow = performance.now()
  let calls = 0
  while (realTime.lately() < slow) {
    calls++
    burn(0.2)
  }
  expect(calls).toBeLessThanOrEqual(16)
})

test('a time of late is asked for after the time itself was', () => {
  for (let call = 0; call < 1000; call++) realTime.lately()
  realTime.now()
  const asked = performance.now()
  expect(realTime.lately()).toBeGreaterThanOrEqual(asked)
})
