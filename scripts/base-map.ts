/**
 * Writes src/ui/map/base-map-data.ts: the outline of India and its states, with the borders that the Survey of India shows.
 * Run it by hand (`npx tsx scripts/base-map.ts`) when the package with the outline changes.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Ring = [lng: number, lat: number][];

interface Outline {
  features: {
    properties: { name: string };
    geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
  }[];
}

const file = createRequire(import.meta.url).resolve('geojson-india/india.json');
const { features } = JSON.parse(readFileSync(file, 'utf8')) as Outline; // the package's one file

/** Thousandths of a degree, about a hundred metres; each point as its distance from the one before. */
function pack(ring: Ring): string {
  let [x, y] = [0, 0];
  const steps: string[] = [];
  for (const [lng, lat] of ring) {
    const [nextX, nextY] = [Math.round(lng * 1000), Math.round(lat * 1000)];
    if (nextX === x && nextY === y) continue;
    steps.push(`${nextX - x} ${nextY - y}`);
    [x, y] = [nextX, nextY];
  }
  return steps.join(',');
}

const lines = features.map(({ properties, geometry }) => {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = polygons.flatMap((polygon) => polygon.slice(0, 1)).map(pack);
  return `${properties.name}|${rings.join('|')}`;
});

writeFileSync(
  'src/ui/map/base-map-data.ts',
  `/** Written by scripts/base-map.ts from geojson-india (MIT); \`state|ring|ring\`, a ring as steps of thousandths of a degree. */

export const OUTLINE_LINES = \`${lines.join('\n')}\`;
`,
);
