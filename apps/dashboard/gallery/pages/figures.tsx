import { Sparkline, StatGrid, StatTile, UsageBar } from '@colonnade/ui'
import { formatBytes } from '../../src/lib/bytes.ts'
import { Specimen, Specimens } from '../specimen.tsx'

const points = [4, 6, 5, 9, 12, 10, 14, 13, 9, 11, 16, 15, 12, 18]
const withGap = [4, 6, null, null, 12, null, 14, 13, 9, 11, null, 15, 12, null]

export default function FiguresPage() {
  return (
    <>
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">StatTile</h2>
        <StatGrid label="Tiles with values">
          <StatTile label="Database size" value="1.24" unit="GB" note="of 8 GB" />
          <StatTile label="Connections" value="12" unit="of 60" trend={<Sparkline points={points} label="Connections in the last hour" />} />
          <StatTile
            label="Replication lag"
            value="4.2"
            unit="s"
            tone="warning"
            note="above 1 s"
            trend={<Sparkline points={withGap} label="Lag" className="text-warning" />}
          />
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the tile fills it */}
          <StatTile label="Disk" value="99.1" unit="%" tone="danger" note="almost full" link={<a href="#figures" />} />
        </StatGrid>
        <StatGrid label="Tiles without values">
          <StatTile label="On its way" value={undefined} />
          <StatTile label="On its way, with a line" value={undefined} trend={null} />
          <StatTile label="Not measured" value={null} note="the project is paused" />
          <StatTile label="Healthy" value="Up" tone="accent" note="for 12 days" />
        </StatGrid>
      </section>
      <Specimens title="Sparkline">
        <Specimen title="A line">
          <Sparkline points={points} label="Connections" className="w-48" />
        </Specimen>
        <Specimen title="Gaps and lone values">
          <Sparkline points={withGap} label="Connections" className="w-48" />
        </Specimen>
        <Specimen title="Zeros">
          <Sparkline points={[0, 0, 0]} label="Errors" className="w-48" />
        </Specimen>
        <Specimen title="Nothing">
          <Sparkline points={[]} label="Errors" className="w-48" />
        </Specimen>
      </Specimens>
      <Specimens title="UsageBar">
        <Specimen title="Plenty left">
          <UsageBar className="w-full" label="Database size" value={1.3e9} max={8e9} format={formatBytes} note="Resets on 1 December." />
        </Specimen>
        <Specimen title="From four fifths on">
          <UsageBar className="w-full" label="Egress" value={4.4e9} max={5e9} format={formatBytes} />
        </Specimen>
        <Specimen title="Exceeded">
          <UsageBar className="w-full" label="Monthly active users" value={61_200} max={50_000} format={(value) => value.toLocaleString('en')} />
        </Specimen>
        <Specimen title="No limit">
          <UsageBar className="w-full" label="API requests" value={12_345_678} max={null} format={(value) => value.toLocaleString('en')} />
        </Specimen>
        <Specimen title="Nothing used">
          <UsageBar className="w-full" label="Storage" value={0} max={1e9} format={formatBytes} />
        </Specimen>
        <Specimen title="On its way">
          <UsageBar className="w-full" label="Storage" value={null} max={null} />
        </Specimen>
      </Specimens>
    </>
  )
}
