/** A drawn stand-in for a photo: shoulders, face, hair, in colours that follow from the name. */

import { createHash } from 'node:crypto';
import sharp from 'sharp';

const SKIN = ['#8d5a3b', '#a8714e', '#b98562', '#c99a75'];
const CLOTH = ['#31708e', '#5a3d7a', '#c0392b', '#2f7d4f', '#8a6d1b'];
const GROUND = ['#cfd6f5', '#dfeee6', '#f3e3d6', '#e9ebff'];
const HAIR = ['#241a17', '#3b2a22', '#8b8b93'];

export async function drawAvatar(name: string): Promise<Uint8Array> {
  const bytes = createHash('sha256').update(name).digest();
  const pick = (colours: readonly string[], at: number) => colours[(bytes[at] ?? 0) % colours.length];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512">
    <rect width="64" height="64" fill="${pick(GROUND, 0)}"/>
    <path d="M8 70c0-17 11-24 24-24s24 7 24 24z" fill="${pick(CLOTH, 1)}"/>
    <circle cx="32" cy="28" r="13" fill="${pick(SKIN, 2)}"/>
    <path d="M18 28c-1-15 8-19 15-19s15 5 13 20c-3-8-6-10-13-10s-13 2-15 9z" fill="${pick(HAIR, 3)}"/>
  </svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}
