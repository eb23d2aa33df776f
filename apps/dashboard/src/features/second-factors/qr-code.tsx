import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules around a code, without which cameras may not find it (ISO/IEC 18004, 6.3.8). */
const quietModules = 4

/** A QR code, dark on light in every theme, as cameras want it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: quietModules })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: dark.join('') }
  }, [text])
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made here has no file
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-44 shrink-0 rounded-md"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
