/** A drawn stand-in for the photo of a thing: one plain shape for each category, in the colour it was reported in. */

import sharp from 'sharp';
import type { NewItem } from '../reports/upload.ts';

const PAINT: Record<string, string> = {
  Black: '#2b2b30',
  Blue: '#2f5fa8',
  Brown: '#7a5233',
  Gold: '#c79a2e',
  Green: '#2f7d4f',
  Grey: '#7d8088',
  Red: '#b5342b',
  White: '#f4f2ec',
};

/** In a field of 64 by 64; `C` is the colour of the thing. */
const SHAPES: Record<NewItem['category'], string> = {
  Electronics:
    '<rect x="20" y="10" width="24" height="44" rx="4" fill="C"/><rect x="23" y="15" width="18" height="32" fill="#b9d3e8"/><circle cx="32" cy="50.5" r="1.8" fill="#fff"/>',
  Clothing: '<path d="M22 14l-12 8 5 9 5-3v24h24V28l5 3 5-9-12-8c-2 5-18 5-20 0z" fill="C"/>',
  Jewelry:
    '<circle cx="32" cy="38" r="14" fill="none" stroke="C" stroke-width="5"/><path d="M26 20l6-8 6 8-6 7z" fill="#8fd0e0"/>',
  Documents:
    '<rect x="12" y="18" width="40" height="28" rx="3" fill="C"/><circle cx="22" cy="29" r="5" fill="#9aa0aa"/><path d="M31 26h16M31 32h16M16 40h31" stroke="#9aa0aa" stroke-width="2.5"/>',
  Keys: '<circle cx="22" cy="24" r="9" fill="none" stroke="C" stroke-width="5"/><path d="M28 30l20 20M40 42l5-5M45 47l5-5" stroke="C" stroke-width="5"/>',
  Bags: '<path d="M24 22v-5a8 8 0 0 1 16 0v5" fill="none" stroke="C" stroke-width="4"/><rect x="14" y="22" width="36" height="30" rx="6" fill="C"/><rect x="20" y="34" width="24" height="11" rx="3" fill="#fff" opacity=".25"/>',
  Wallet:
    '<rect x="11" y="19" width="42" height="28" rx="4" fill="C"/><path d="M11 28h42" stroke="#fff" stroke-opacity=".3" stroke-width="2"/><circle cx="46" cy="35" r="2.6" fill="#d9b45a"/>',
  Other:
    '<path d="M32 12c-11 0-19 8-19 18h38c0-10-8-18-19-18z" fill="C"/><path d="M32 30v18c0 6 9 6 9 0" fill="none" stroke="C" stroke-width="3"/>',
};

export async function drawThing(category: NewItem['category'], colour: string): Promise<Uint8Array> {
  const shape = SHAPES[category].replaceAll('"C"', `"${PAINT[colour] ?? '#7d8088'}"`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="640" height="640">
    <rect width="64" height="64" fill="#e6e1d6"/><ellipse cx="32" cy="55" rx="20" ry="3" fill="#000" opacity=".12"/>${shape}
  </svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}
