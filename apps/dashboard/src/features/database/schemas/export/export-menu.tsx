import { IconButton, Menu, MenuItem, Spinner, toast } from '@colonnade/ui'
import { useReactFlow } from '@xyflow/react'
import { Download, FileCode2, FileImage, Image, Workflow } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { saveBlob } from '../../../../lib/save-file.ts'
import type { TableFlowNode } from '../diagram/table-node.tsx'
import type { DiagramModel } from '../model/diagram-model.ts'
import { diagramPng } from './diagram-png.ts'
import { diagramSvg, type Picture, type PictureColors } from './diagram-svg.ts'
import { diagramMermaid } from './mermaid.ts'
import { exportMenuText } from './messages.ts'
import { retrieveSchemaSql } from './schema-sql.ts'

/** Saves the diagram as a file: as drawn now, or as the statements that create it. */
export function ExportMenu({ projectRef, model }: { readonly projectRef: string; readonly model: DiagramModel }) {
  const flow = useReactFlow<TableFlowNode>()
  const [isMaking, setIsMaking] = useState(false)
  const picture = (): Picture => {
    const places = new Map(flow.getNodes().map(({ id, position, data }) => [id, { ...position, isFolded: data.isFolded }]))
    return diagramSvg(model, places, colorsOfPage())
  }
  const save = async (ending: string, make: () => Blob | Promise<Blob>) => {
    setIsMaking(true)
    try {
      saveBlob(await make(), `${fileName(model.schema)}.${ending}`)
    } catch (error) {
      toast.error(exportMenuText.failed(messageOf(error)))
    }
    setIsMaking(false)
  }
  const text = (content: string, type: string) => new Blob([content], { type })
  return (
    <Menu
      side="right"
      align="end"
      trigger={
        <IconButton label={exportMenuText.label} disabled={isMaking}>
          {isMaking ? <Spinner /> : <Download aria-hidden />}
        </IconButton>
      }
    >
      <MenuItem icon={<Image aria-hidden />} onSelect={() => void save('png', () => diagramPng(picture()))}>
        {exportMenuText.png}
      </MenuItem>
      <MenuItem icon={<FileImage aria-hidden />} onSelect={() => void save('svg', () => text(picture().svg, 'image/svg+xml'))}>
        {exportMenuText.svg}
      </MenuItem>
      <MenuItem
        icon={<FileCode2 aria-hidden />}
        onSelect={() => void save('sql', async () => text(await retrieveSchemaSql(projectRef, model), 'application/sql'))}
      >
        {exportMenuText.sql}
      </MenuItem>
      <MenuItem icon={<Workflow aria-hidden />} onSelect={() => void save('mmd', () => text(diagramMermaid(model), 'text/plain'))}>
        {exportMenuText.mermaid}
      </MenuItem>
    </Menu>
  )
}

/** Returns the page's current colors, dark or light. */
function colorsOfPage(): PictureColors {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    canvas: color('canvas'),
    surface: color('surface'),
    raised: color('raised'),
    line: color('line-strong'),
    fg: color('fg'),
    soft: color('soft'),
    faint: color('faint'),
    accent: color('accent'),
    warning: color('warning'),
  }
}

const fileName = (schema: string): string => schema.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')
