/** The processes in the order in which they appear, but for main and the clock. */
export function inLaneOrder(processes: Iterable<string>): readonly string[] {
  const names = new Set(processes)
  const others = [...names].filter((name) => name !== 'main' && name !== 'clock')
  return [...(names.has('main') ? ['main'] : []), ...others, ...(names.has('clock') ? ['clock'] : [])]
}
