export const chartDataText = {
  and: (name: string, split: string) => `${name} and ${split}`,
  summed: (columns: string) => `Rows with the same ${columns} are summed.`,
  noPositiveValue: (shown: string, count: number) =>
    `${shown} ${count === 1 ? 'row isn’t' : 'rows aren’t'} shown: a pie chart only shows values above zero.`,
  largestGrouped: (shown: string, all: string) => `The ${shown} largest of ${all} are shown. The rest are grouped as Other.`,
  other: (count: string) => `Other (${count})`,
  first: (shown: string, all: string) => `The first ${shown} of ${all} are shown.`,
  sampled: (per: string, all: string) => `One in every ${per} of ${all} rows is shown.`,
  averaged: (per: string, all: string) => `Each point is the average of ${per} of ${all} rows.`,
  extremes: (per: string, all: string) => `The lowest and highest value of every ${per} of ${all} rows are shown.`,
  largest: (shown: string, all: string, rest: string) => `The ${shown} largest of ${all} are shown. The rest total ${rest}.`,
  noPlace: (shown: string, count: number, axis: string) => `${shown} ${count === 1 ? 'row isn’t' : 'rows aren’t'} shown: no usable value in ${axis}.`,
  endless: (shown: string, count: number) => `${shown} NaN or infinite ${count === 1 ? 'value isn’t' : 'values aren’t'} shown.`,
  notLogarithmic: (shown: string, count: number) =>
    `${shown} ${count === 1 ? 'value' : 'values'} of zero or less can’t be shown on a logarithmic axis.`,
  barsLast: (per: string, all: string) => `Each bar shows the last of ${per} values, to fit all ${all}.`,
  barsSum: (per: string, all: string) => `Each bar is the sum of ${per} values, to fit all ${all}.`,
} as const

export const chartOptionsText = {
  bars: 'Bar',
  line: 'Line',
  area: 'Area',
  scatter: 'Scatter',
  pie: 'Pie',
  chartOptions: 'Chart options',
  chartType: 'Chart type',
  slices: 'Slices',
  xAxis: 'X axis',
  sliceColumn: 'Slice column',
  xAxisColumn: 'X-axis column',
  split: 'Split by',
  seriesColumn: 'Series column',
  none: 'None',
  size: 'Size',
  value: 'Value',
  sizeColumn: 'Size column',
  valueColumn: 'Value column',
  values: 'Values',
  stacked: 'Stacked',
  cumulative: 'Cumulative',
  logarithmic: 'Logarithmic',
  removeChart: 'Remove chart',
} as const

export const chartPaneText = {
  emptyTitle: 'Nothing to chart',
  emptyBody: 'A chart needs a numeric column and one other column, for example “select region, sum(total) … group by region”.',
  downloadFailed: (error: string) => `Failed to download the chart: ${error}`,
  chart: (label: string) => `Chart of ${label}`,
  download: 'Download chart',
  png: '.png',
  pngImage: 'PNG image',
  svg: '.svg',
  svgImage: 'SVG image',
  noValues: 'No rows have values to chart.',
} as const

export const chartSeriesText = {
  other: (count: string) => `Other (${count})`,
  largest: (shown: number, all: string, column: string) =>
    `The ${shown} largest of ${all} values of ${column} are shown. The rest are grouped as Other.`,
} as const

export const chartViewText = {
  series: 'Series',
  valueByValue: (label: string) => `${label}, value by value`,
  nothingShown: 'No values shown',
  asTable: (label: string) => `${label} as a table`,
  label: 'Label',
} as const
