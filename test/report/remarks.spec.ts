import { expect, test } from 'vitest'
import { check } from '../../src/index.ts'
import { remarksOn } from '../../src/report/remarks.ts'
import { verdict } from './hand-made.ts'
import { account, nobodySends } from './programs.ts'

test('says who waits for what', async () => {
  const remarks = remarksOn(await check(nobodySends))
  expect(remarks.map((line) => line.replace(/programs\.ts:\d+:\d+/, 'programs.ts:1:2'))).toEqual([
    'worker waits for a message on the channel jobs, programs.ts:1:2',
    'main waits for a promise that nothing settles',
  ])
})

test('says what is outside of control, and what to do about it', () => {
  expect(remarksOn(verdict({ uncontrolled: [{ what: 'a socket', stack: '' }] }))).toEqual([
    'outside of control: a socket',
    'It may go differently next time: put it under control, or the path may not replay.',
  ])
})

test('has nothing to add to an error of the body', async () => expect(remarksOn(await check(account))).toEqual([]))
