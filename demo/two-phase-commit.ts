import type { Channel } from 'interlace'

export type Vote = 'yes' | 'no'
export type Decision = 'commit' | 'abort'

/** Asks all participants, and tells them what was decided. */
export async function coordinate(
  votes: Channel<Vote>,
  participants: readonly Channel<'prepare' | Decision>[],
): Promise<Decision> {
  for (const participant of participants) await participant.send('prepare')
  let decision: Decision = 'abort'
  for (let heard = 0; heard < participants.length; heard++) {
    // The bug: the last vote decides, so that a "yes" that comes late makes a "no" forgotten.
    decision = (await votes.receive()) === 'yes' ? 'commit' : 'abort'
  }
  for (const participant of participants) await participant.send(decision)
  return decision
}

/** Votes when it is asked, and then does what was decided. */
export async function participate(
  vote: Vote,
  inbox: Channel<'prepare' | Decision>,
  votes: Channel<Vote>,
): Promise<Decision> {
  await inbox.receive()
  await votes.send(vote)
  return (await inbox.receive()) as Decision
}
