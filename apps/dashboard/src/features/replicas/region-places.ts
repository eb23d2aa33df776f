import type { Region } from '@colonnade/contracts/projects/projects'

/** Longitude and latitude of the 16 regions (spec §2), in degrees: those of the cities they are named after. The local region has none. */
export const regionPlaces: Readonly<Record<Exclude<Region, 'local'>, readonly [longitude: number, latitude: number]>> = {
  'us-west-1': [-121.9, 37.3],
  'us-west-2': [-122.7, 45.5],
  'us-east-1': [-77.5, 39.0],
  'us-east-2': [-83.0, 40.0],
  'ca-central-1': [-73.6, 45.5],
  'eu-west-1': [-6.3, 53.3],
  'eu-west-2': [-0.1, 51.5],
  'eu-west-3': [2.4, 48.9],
  'eu-central-1': [8.7, 50.1],
  'eu-north-1': [18.1, 59.3],
  'ap-south-1': [72.9, 19.1],
  'ap-southeast-1': [103.8, 1.3],
  'ap-northeast-1': [139.7, 35.7],
  'ap-northeast-2': [127.0, 37.6],
  'ap-southeast-2': [151.2, -33.9],
  'sa-east-1': [-46.6, -23.6],
}
