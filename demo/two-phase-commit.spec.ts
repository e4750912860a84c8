import { systematicTest } from 'interlace/vitest'
import { expect } from 'vitest'
import { coordinate, type Decision, participate, type Vote } from './two-phase-commit.ts'

systematicTest('a "no" is never forgotten', async ({ spawn, channel, choose }) => {
  const votes = channel<Vote>('votes')
  const ann = channel<'prepare' | Decision>('to ann')
  const ben = channel<'prepare' | Decision>('to ben')
  const willing: Vote = choose('yes', 'no')

  const [decision] = await Promise.all([
    spawn('coordinator', () => coordinate(votes, [ann, ben])),
    spawn('ann', () => participate(willing, ann, votes)),
    spawn('ben', () => participate('yes', ben, votes)),
  ])
  expect(decision).toBe(willing === 'yes' ? 'commit' : 'abort')
})
