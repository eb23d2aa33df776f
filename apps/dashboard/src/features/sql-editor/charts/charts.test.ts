import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { expect, test } from 'vitest'
import { finish } from '../../../lib/late/slices.ts'
import { resultColumns } from '../results/grid/result-columns.ts'
import { defaultChart, fittingChart, maxBars } from './chart-choice.ts'
import { chartData as readChart, maxPoints, maxSlices } from './chart-data.ts'
import { chartGeometry } from './chart-geometry.ts'
import { axisMarks, timeMarks, valueTexts } from './chart-scale.ts'
import { namesPx, pieCenter } from './pie-plot.tsx'

const columns = (...types: readonly (readonly [string, string])[]) =>
  resultColumns(types.map(([name, type]) => ({ name, type, type_oid: 0, table_oid: 0, column_number: 0 })))
const sales = columns(['region', 'text'], ['total', 'numeric'])
const chartData = (...of: Parameters<typeof readChart>) => finish(readChart(...of))
const plain: SnippetChart = { kind: 'bar', x: 'region', y: ['total'], is_stacked: false, is_cumulative: false, is_logarithmic: false }

test('the columns of a result say which chart it asks for', () => {
  const found = (...types: readonly (readonly [string, string])[]) => defaultChart(columns(...types), [])
  expect(found(['id', 'integer'], ['at', 'timestamp with time zone'], ['a', 'numeric'], ['b', 'bigint'])).toMatchObject({
    kind: 'line',
    x: 'at',
    y: ['a', 'b'],
  })
  expect(found(['region', 'text'], ['region_id', 'integer'], ['total', 'money'])).toMatchObject({ kind: 'bar', x: 'region', y: ['total'] })
  expect(found(['height', 'real'], ['weight', 'real'])).toMatchObject({ kind: 'scatter', x: 'height', y: ['weight'] })
  expect(found(['year', 'integer'], ['sold', 'bigint'])).toMatchObject({ kind: 'bar', x: 'year', y: ['sold'] })
  expect(found(['n', 'integer'], ['n', 'integer'])).toMatchObject({ x: 'n', y: ['n_2'] })
  expect([found(['a', 'text']), found(['a', 'integer']), found()]).toEqual([null, null, null])
})

test('a kept chart is drawn as far as its columns are there', () => {
  expect(fittingChart({ ...plain, kind: 'pie' }, sales, [])).toMatchObject({ kind: 'pie', x: 'region' })
  expect(fittingChart({ ...plain, y: ['total', 'gone'] }, sales, [])?.y).toEqual(['total'])
  expect(fittingChart({ ...plain, split_by: 'gone' }, sales, [])).toMatchObject({ x: 'region', split_by: null })
  expect(fittingChart({ ...plain, x: 'gone', kind: 'pie' }, sales, [])?.kind).toBe('bar')
})

test('bars of categories stand from the largest down, with equal ones added up and the many small ones told', () => {
  const { points, notes } = chartData(plain, sales, [
    ['b', '1'],
    ['a', '5'],
    ['b', '2'],
    [null, 'NaN'],
    ['', null],
  ])
  expect(points.map(({ label, values }) => [label, values[0]])).toEqual([
    ['a', 5],
    ['b', 3],
    ['NULL', null],
    ['(empty)', null],
  ])
  expect(notes).toEqual(['1 NaN or infinite value isn’t shown.', 'Rows with the same region are summed.'])
  const many = chartData(
    plain,
    sales,
    Array.from({ length: 1_000 }, (_, at) => [`r${at}`, '1']),
  )
  expect(many.points).toHaveLength(maxBars)
  expect(many.notes).toEqual(['The 60 largest of 1,000 are shown. The rest total 940.'])
  const pie = chartData(
    { ...plain, kind: 'pie' },
    sales,
    Array.from({ length: 20 }, (_, at) => [`r${at}`, String(at)]),
  )
  expect(pie.points).toHaveLength(maxSlices + 1)
  expect(pie.points.reduce((sum, { values }) => sum + values[0]!, 0)).toBe(190)
  expect(pie.notes).toHaveLength(2)
})

test('bars stand as their rows do where these were put into an order, unless there are too many', () => {
  const week = ['Mon', 'Tue', 'Wed', 'Thu']
  const rows = week.map((day, at) => [day, String((at * 7) % 5)])
  expect(chartData(plain, sales, rows, true).points.map(({ label }) => label)).toEqual(week)
  expect(chartData(plain, sales, rows).points.map(({ label }) => label)).not.toEqual(week)
  expect(chartData({ ...plain, kind: 'pie' }, sales, rows, true).points[0]).toMatchObject({ label: 'Wed' })
  const many = Array.from({ length: maxBars + 1 }, (_, at) => [`r${at}`, String(at)])
  expect(chartData(plain, sales, many, true).points[0]).toMatchObject({ label: `r${maxBars}` })
})

test('lying bars say their values at their ends, within them where there is no room behind', () => {
  const rows = [
    ['The United States of America', '1000'],
    ['The United Kingdom of Great Britain', '10'],
    ['Nothing is known of this one', null],
  ]
  const { endTexts, spans, right } = chartGeometry(plain, chartData(plain, sales, rows), 600, 300)
  expect(endTexts.map(({ text }) => text)).toEqual(['1,000', '10', ''])
  expect(endTexts[0]!.at).toBeLessThan(right)
  expect(endTexts[0]!.at).toBeLessThan(spans[0]![0]![1])
  expect(endTexts[1]!.at).toBeGreaterThan(spans[1]![0]![1])
})

test('bars of months and years keep their order', () => {
  const months = chartData(plain, sales, [
    ['2026-02', '1'],
    ['2026-01', '9'],
    ['2026-03', '2'],
  ])
  expect(months.points.map(({ label }) => label)).toEqual(['2026-01', '2026-02', '2026-03'])
})

test('a line of many rows keeps its peaks, and says how it was drawn', () => {
  const over = columns(['at', 'date'], ['v', 'double precision'])
  const rows = Array.from({ length: 100_000 }, (_, at) => [
    new Date(at * 86_400_000).toISOString().slice(0, 10),
    at === 70_123 ? '1e6' : at === 40_001 ? '-1e6' : '1',
  ])
  const { points, notes } = chartData({ ...plain, kind: 'line', x: 'at', y: ['v'] }, over, [...rows, ['infinity', '1'], [null, '2']])
  expect(points.length).toBeLessThanOrEqual(maxPoints)
  const values = points.map((point) => point.values[0]!)
  expect([Math.min(...values), Math.max(...values)]).toEqual([-1e6, 1e6])
  expect(points.every((point, at) => at === 0 || point.x > points[at - 1]!.x)).toBe(true)
  expect(notes).toEqual(['2 rows aren’t shown: no usable value in at.', 'The lowest and highest value of every 400 of 100,000 rows are shown.'])
})

const report = columns(['year', 'integer'], ['country', 'text'], ['sold', 'numeric'])
const countries = ['USA', 'Chad', 'Peru', 'Togo', 'Iran', 'Cuba', 'Mali', 'Oman', 'Fiji', 'Laos']
const sold = (year: number, at: number) => String((at + 1) * 10 + (year - 2020))
const reported = [2022, 2020, 2021].flatMap((year) => countries.map((country, at) => [String(year), country, sold(year, at)]))

test('a report by two columns has a series for each value of the second, the largest by themselves', () => {
  const split: SnippetChart = { ...plain, kind: 'line', x: 'year', y: ['sold'], split_by: 'country' }
  expect(defaultChart(report, reported)).toEqual({ ...split, kind: 'bar', is_stacked: true })
  const { series, points, notes } = chartData(split, report, reported)
  expect(series).toEqual(['Laos', 'Fiji', 'Oman', 'Mali', 'Cuba', 'Iran', 'Togo', 'Peru', 'Other (2)'])
  expect(points.map(({ x, values }) => [x, values[0], values[8]])).toEqual([
    [2020, 100, 30],
    [2021, 101, 32],
    [2022, 102, 34],
  ])
  expect(notes).toEqual(['The 8 largest of 10 values of country are shown. The rest are grouped as Other.'])
  expect(chartData(split, report, [...reported, ['2020', 'USA', '7']]).notes).toHaveLength(1)
  expect(chartData(split, report, [...reported, ['2020', 'Laos', '7']]).notes).toContain('Rows with the same year and country are summed.')
  expect(chartGeometry(split, chartData(split, report, reported), 600, 300).placeMarks.map(({ text }) => text)).toContain('2021')
  expect(chartData({ ...split, kind: 'bar' }, report, reported).points.map(({ label }) => label)).toEqual(['2020', '2021', '2022'])
  const byYear = chartData({ ...split, x: 'country', split_by: 'year', kind: 'bar' }, report, reported)
  expect([byYear.series, byYear.points[0]]).toEqual([['2020', '2021', '2022'], { x: 0, label: 'Laos', values: [100, 101, 102] }])
  expect(byYear.notes).toEqual([])
})

test('two numbers of many things with a name each are points, of few or of groups they are bars', () => {
  const cities = columns(['city', 'text'], ['area', 'real'], ['people', 'integer'])
  const rowsOf = (length: number, names = length) => Array.from({ length }, (_, at) => [`City ${at % names}`, String(at), String(at * 7)])
  expect(defaultChart(cities, rowsOf(maxBars + 1))).toMatchObject({ kind: 'scatter', x: 'area', y: ['people'] })
  expect(defaultChart(cities, rowsOf(maxBars))).toMatchObject({ kind: 'bar', x: 'city', y: ['area'] })
  expect(defaultChart(cities, rowsOf(200, 20))).toMatchObject({ kind: 'bar', x: 'city' })
  expect(defaultChart(cities.slice(0, 2), rowsOf(200))).toMatchObject({ kind: 'bar', x: 'city', y: ['area'] })
})

test('what two columns do not tell together is not split', () => {
  const named = columns(['id', 'integer'], ['name', 'text'], ['city', 'text'], ['total', 'numeric'])
  const rows = countries.map((name, at) => [String(at), name, at < 5 ? 'Rome' : 'Oslo', '1'])
  expect(defaultChart(named, rows)).toMatchObject({ x: 'name', split_by: null })
  const log = columns(['at', 'date'], ['level', 'text'], ['ms', 'integer'])
  const lines = ['info', 'warn', 'info', 'warn'].map((level, at) => [`2026-01-0${1 + (at >> 1)}`, level, String(at)])
  expect(defaultChart(log, lines)).toMatchObject({ kind: 'line', x: 'at', split_by: 'level' })
  expect(defaultChart(log, [...lines, lines[0]!])).toMatchObject({ split_by: null })
})

test('a series that is not everywhere goes on to its next value, and areas stand on zero there', () => {
  const rows = [
    ['2020', 'USA', '1'],
    ['2021', 'Peru', '5'],
    ['2022', 'USA', '3'],
  ]
  const split: SnippetChart = { ...plain, kind: 'line', x: 'year', y: ['sold'], split_by: 'country' }
  const line = chartData(split, report, rows)
  expect([line.isSparse, line.series, line.points.map(({ values }) => values)]).toEqual([
    true,
    ['Peru', 'USA'],
    [
      [null, 1],
      [5, null],
      [null, 3],
    ],
  ])
  const area = chartData({ ...split, kind: 'area', is_stacked: true }, report, rows)
  expect(area.points.map(({ values }) => values)).toEqual([
    [0, 1],
    [5, 0],
    [0, 3],
  ])
})

test('rows with one place are one point of a line, and points of their own where points are drawn', () => {
  const over = columns(['at', 'date'], ['v', 'integer'])
  const rows = [
    ['2026-01-02', '4'],
    ['2026-01-01', '1'],
    ['2026-01-01', '2'],
  ]
  const line: SnippetChart = { ...plain, kind: 'line', x: 'at', y: ['v'] }
  const drawn = chartData(line, over, rows)
  expect([drawn.points.map(({ values }) => values[0]), drawn.notes]).toEqual([[3, 4], ['Rows with the same at are summed.']])
  expect(chartData({ ...line, kind: 'scatter' }, over, rows).points.map(({ values }) => values[0])).toEqual([1, 2, 4])
})

test('values are added up on the way, and what is not above zero leaves a logarithmic axis', () => {
  const over = columns(['n', 'integer'], ['v', 'integer'])
  const rows = [
    ['2', '10'],
    ['1', '-5'],
    ['3', null],
  ]
  const line: SnippetChart = { ...plain, kind: 'line', x: 'n', y: ['v'] }
  expect(chartData({ ...line, is_cumulative: true }, over, rows).points.map(({ values }) => values[0])).toEqual([-5, 5, 5])
  const logarithmic = chartData({ ...line, is_logarithmic: true }, over, rows)
  expect(logarithmic.points.map(({ values }) => values[0])).toEqual([null, 10, null])
  expect(logarithmic.notes).toEqual(['1 value of zero or less can’t be shown on a logarithmic axis.'])
})

test('marks of axes are round', () => {
  expect(axisMarks(0, 97, false)).toEqual([0, 25, 50, 75, 100])
  expect(axisMarks(3, 40_000, true)).toEqual([1, 10, 100, 1_000, 10_000, 100_000])
  expect(timeMarks(new Date(2021, 0, 5).getTime(), new Date(2026, 5, 1).getTime(), 8).map(({ text }) => text)).toEqual([
    '2022',
    '2023',
    '2024',
    '2025',
    '2026',
  ])
  expect(timeMarks(new Date(2026, 0, 5).getTime(), new Date(2026, 5, 2).getTime(), 8).map(({ text }) => text)).toEqual([
    'Feb 2026',
    'Mar 2026',
    'Apr 2026',
    'May 2026',
    'Jun 2026',
  ])
})

test('values of one column have as many places as one of them needs, and none is rounded to nothing', () => {
  expect(valueTexts([826.65, 79.2, null, 0])).toEqual(['826.65', '79.20', 'none', '0.00'])
  expect(valueTexts([69.578317, 1, -2])).toEqual(['69.58', '1.00', '-2.00'])
  expect(valueTexts([3_034, 7])).toEqual(['3,034', '7'])
  expect(valueTexts([1_000.5, 0.0004])).toEqual(['1,000.5', '0.0004'])
  expect(valueTexts([0.012_345, 0.001_2])).toEqual(['0.012', '0.001'])
  expect(valueTexts([2e15, 1])).toEqual(['2000000000000000', '1'])
})

test('the names of a pie have their room beside it, also on a phone', () => {
  for (const width of [366, 640, 1_100]) {
    const { x, radius } = pieCenter(width, 250)
    expect(x - radius).toBeGreaterThanOrEqual(0)
    expect(width - x - radius).toBeGreaterThanOrEqual(namesPx)
  }
  expect(pieCenter(366, 250).radius).toBe(83)
  expect(pieCenter(1_100, 250)).toEqual({ x: 250, y: 125, radius: 113 })
})
