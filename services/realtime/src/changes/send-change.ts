import type { Channel } from '../channels/channel.ts'
import { encodeFrame } from '../codecs/encode.ts'
import { FanOut } from '../codecs/fan-out.ts'
import { type Change, dataOf, type WrittenValues } from './record.ts'
import type { Subscription } from './subscription.ts'
import type { TableView } from './tables.ts'

/** Each channel hears of a change once, with the ids of all that it asked for. */
export function sendChange(change: Change, view: TableView, subscriptions: readonly Subscription[], written: WrittenValues): void {
  const bySelect = Map.groupBy(subscriptions, ({ select }) => (select === null ? '' : JSON.stringify(select)))
  for (const ofSelect of bySelect.values()) {
    const data = dataOf({ change, view, select: ofSelect[0]!.select, written })
    const fanOuts = new Map<string, FanOut>()
    for (const [channel, of] of Map.groupBy(ofSelect, (each): Channel => each.channel)) {
      if (channel.isOver) continue
      const ids = of
        .map(({ id }) => id)
        .sort((one, other) => one - other)
        .join(',')
      const { topic } = channel
      const { isOld } = channel.config
      const key = `${isOld ? '' : ids} ${topic}`
      const fanOut =
        fanOuts.get(key) ??
        new FanOut((version) =>
          isOld
            ? encodeFrame(version, null, null, topic, change.kind, data)
            : encodeFrame(version, null, null, topic, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`),
        )
      fanOuts.set(key, fanOut)
      channel.deliver(fanOut.for(channel.client.version)!)
    }
  }
}
