/** Colors and type of a drawing written into it, so that it is a picture without the page's styles. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const paint = painter()
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[index]!)
    for (const name of ['fill', 'stroke'] as const) {
      if (element.hasAttribute(name)) element.setAttribute(name, paint(style[name]))
    }
    element.removeAttribute('class')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'Inter, system-ui, sans-serif')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', paint(getComputedStyle(svg.closest('figure') ?? document.body).backgroundColor))
  copy.prepend(ground)
  return new XMLSerializer().serializeToString(copy)
}

/** Turns whatever color a browser computes into one that every program reads. */
function painter(): (color: string) => string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const known = new Map<string, string>()
  return (color) => {
    if (context === null || color === 'none' || color === '') return color
    const before = known.get(color)
    if (before !== undefined) return before
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    const plain = `rgb(${red}, ${green}, ${blue})`
    known.set(color, plain)
    return plain
  }
}

export function svgOf(svg: SVGSVGElement): Blob {
  return new Blob([standalone(svg)], { type: 'image/svg+xml' })
}

/** The drawing in points, at twice its size. @throws Error when the browser can't draw it */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = svg.clientWidth * 2
  canvas.height = svg.clientHeight * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('The browser could not draw the picture.')
  return blob
}
