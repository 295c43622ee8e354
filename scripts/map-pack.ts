/**
 * Draws a map pack of one state from what the app carries: the official outline and the towns.
 * `npm run map-pack -- --state Punjab --max-zoom 10 --out data/maps/punjab.pmtiles`
 *
 * It is there to try packs out, and to have a map where nothing better can be had. Packs with roads come from elsewhere:
 * any PMTiles file of pictures in DATA_DIR/maps is offered.
 */

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { TileType } from 'pmtiles';
import sharp from 'sharp';
import { mapIdOf } from '../contract/map.ts';
import { PLACES } from '../reference/places.ts';
import { STATES } from '../reference/states.ts';
import { OUTLINE, townsAt } from '../src/ui/map/base-map.ts';
import { type Tile, writePmtiles } from './pmtiles.ts';

const TILE = 256;
/** Around the state, so that its border is not the border of the map; degrees. */
const MARGIN = 0.1;
const COLOUR = { beyond: '#e8eaf1', land: '#f7f5ef', own: '#ffffff', line: '#868ca9', ink: '#3a3f5c' };
const FONT = 12;

type Bounds = readonly [west: number, south: number, east: number, north: number];
interface Label {
  x: number;
  y: number;
  name: string;
  width: number;
}

/** Pixels of the whole world at a zoom, by the projection that all web maps use. */
function project(lng: number, lat: number, z: number): [number, number] {
  const size = TILE * 2 ** z;
  const sin = Math.sin((lat * Math.PI) / 180);
  return [((lng + 180) / 360) * size, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size];
}

function boundsOf(state: string): Bounds {
  const rings = OUTLINE.find(({ name }) => name === state)?.rings;
  if (!rings) throw new Error(`There is no state ${state}; there are: ${OUTLINE.map(({ name }) => name).join(', ')}`);
  const all = rings.flatMap((ring) => [...ring]);
  const [lngs, lats] = [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1)];
  return [
    Math.min(...lngs) - MARGIN,
    Math.min(...lats) - MARGIN,
    Math.max(...lngs) + MARGIN,
    Math.max(...lats) + MARGIN,
  ];
}

/** The names that have room, largest town first; decided for the whole zoom, so that each tile says the same. */
function labelsAt(z: number): Label[] {
  const labels: Label[] = [];
  for (const { name, lat, lng } of PLACES.slice(0, townsAt(z))) {
    const [x, y] = project(lng, lat, z);
    const width = name.length * FONT * 0.62;
    const meets = (other: Label) =>
      Math.abs(other.y - y) < FONT * 1.4 && x < other.x + other.width + 16 && other.x < x + width + 16;
    if (!labels.some(meets)) labels.push({ x, y, name, width });
  }
  return labels;
}

function svgOf(z: number, x: number, y: number, state: string, labels: readonly Label[]): string {
  const [left, top] = [x * TILE, y * TILE];
  const path = (ring: Float64Array): string => {
    const points: string[] = [];
    for (let i = 0; i < ring.length; i += 2) {
      const [px, py] = project(ring[i] ?? 0, ring[i + 1] ?? 0, z);
      points.push(`${(px - left).toFixed(1)} ${(py - top).toFixed(1)}`);
    }
    return `M${points.join('L')}Z`;
  };
  const land = OUTLINE.map(
    ({ name, rings }) =>
      `<path d="${rings.map(path).join('')}" fill="${name === state ? COLOUR.own : COLOUR.land}" stroke="${COLOUR.line}"/>`,
  );
  const near = labels.filter(
    (label) =>
      label.x + label.width + 16 > left &&
      label.x - 8 < left + TILE &&
      label.y > top - FONT * 2 &&
      label.y < top + TILE + FONT * 2,
  );
  const towns = near.map(({ x: lx, y: ly, name }) => {
    const at = `x="${(lx - left + 6).toFixed(1)}" y="${(ly - top + 4).toFixed(1)}"`;
    const words = `font-family="sans-serif" font-size="${FONT}" fill="${COLOUR.ink}"`;
    const halo = `stroke="${COLOUR.own}" stroke-width="3" paint-order="stroke"`;
    const dot = `<circle cx="${(lx - left).toFixed(1)}" cy="${(ly - top).toFixed(1)}" r="2.5" fill="${COLOUR.ink}"/>`;
    return `${dot}<text ${at} ${words} ${halo}>${name.replaceAll('&', '&amp;')}</text>`;
  });
  const size = `width="${TILE}" height="${TILE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${COLOUR.beyond}"/>${land.join('')}${towns.join('')}</svg>`;
}

async function drawTiles(state: string, bounds: Bounds, maxZoom: number): Promise<Tile[]> {
  const tiles: Tile[] = [];
  const [west, south, east, north] = bounds;
  for (let z = 0; z <= maxZoom; z++) {
    const labels = labelsAt(z);
    const [[left, top], [right, bottom]] = [project(west, north, z), project(east, south, z)];
    for (let x = Math.floor(left / TILE); x <= Math.floor(right / TILE); x++) {
      for (let y = Math.floor(top / TILE); y <= Math.floor(bottom / TILE); y++) {
        const bytes = await sharp(Buffer.from(svgOf(z, x, y, state, labels)))
          .png({ palette: true })
          .toBuffer();
        tiles.push({ z, x, y, bytes });
      }
    }
  }
  return tiles;
}

const { values } = parseArgs({
  options: {
    state: { type: 'string', default: 'Punjab' },
    'max-zoom': { type: 'string', default: '10' },
    out: { type: 'string' },
  },
});
const { state } = values;
const out = values.out ?? `${process.env.DATA_DIR ?? 'data'}/maps/${mapIdOf(state)}.pmtiles`;
const bounds = boundsOf(state);
const tiles = await drawTiles(state, bounds, Number(values['max-zoom']));
const known = Object.values(STATES).find(({ name }) => name === state);
const metadata = {
  name: state,
  ...(known ? { name_pa: known.pa } : {}),
  attribution: 'geojson-india, GeoNames',
  official_borders: true,
  type: 'baselayer',
};
const bytes = writePmtiles({ tiles, tileType: TileType.Png, bounds, metadata });
await mkdir(dirname(out), { recursive: true });
// A server that looks at the folder now must not find half a file.
await writeFile(`${out}.part`, bytes);
await rename(`${out}.part`, out);
console.log(`${out}: ${tiles.length} tiles, ${(bytes.length / 1e6).toFixed(2)} MB`);
