/** Pictures that attack whoever opens them, or that tell where they were taken. */

import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { box } from '../videos.ts';
import { type Hostile, MARK } from './hostile.ts';

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 112, g: 136, b: 85, alpha: 0.5 } },
    limitInputPixels: false,
  });

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crcOf = (bytes: Buffer): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
};
function chunk(type: string, body: Buffer, length = body.length): Buffer {
  const [head, sum] = [Buffer.alloc(8), Buffer.alloc(4)];
  head.writeUInt32BE(length >>> 0);
  head.write(type, 4, 'latin1');
  sum.writeUInt32BE(crcOf(Buffer.concat([head.subarray(4), body])));
  return Buffer.concat([head, body, sum]);
}
const pngHead = (width: number, height: number, depth = 8, colour = 2, interlaced = 0): Buffer => {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width);
  body.writeUInt32BE(height, 4);
  body.set([depth, colour, 0, 0, interlaced], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', body)]);
};
const HEAD_BYTES = 33;
/** More parts behind the head of a PNG. */
const within = (png: Buffer, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, HEAD_BYTES), ...parts, png.subarray(HEAD_BYTES)]);

const segment = (marker: number, body: Buffer | string): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
/** More segments behind the first two bytes of a JPEG. */
const inJpeg = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

function riff(...parts: readonly [string, Buffer][]): Buffer {
  const chunks = parts.map(([type, body]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  });
  const all = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(all.length, 4);
  return Buffer.concat([head, all]);
}

/** EXIF by hand: a list of entries that names a second one, with a small picture, or itself. */
function exif(isCycle: boolean): Buffer {
  const thumbnail = Buffer.from(`\xff\xd8${MARK}\xff\xd9`, 'latin1');
  const tiff = Buffer.alloc(8 + 6 + 30);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt32LE(isCycle ? 8 : 14, 10);
  tiff.writeUInt16LE(2, 14);
  for (const [i, [tag, value]] of [
    [0x201, tiff.length],
    [0x202, thumbnail.length],
  ].entries()) {
    tiff.writeUInt16LE(tag ?? 0, 16 + i * 12);
    tiff.writeUInt16LE(4, 18 + i * 12);
    tiff.writeUInt32LE(1, 20 + i * 12);
    tiff.writeUInt32LE(value ?? 0, 24 + i * 12);
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, thumbnail]);
}

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${MARK}</exif:GPSLatitude></x:xmpmeta>`;
const SCRIPT = `<script>alert("${MARK}")</script>`;

export async function hostilePictures(): Promise<Hostile[]> {
  const files: Hostile[] = [];
  const add = (name: string, bytes: Buffer, end: Hostile['end'] = 'either') =>
    void files.push({ name, bytes, as: 'photo', end });
  const jpeg = await flat(640, 480).jpeg().toBuffer();
  const png = await flat(640, 480).png().toBuffer();
  const webp = await flat(640, 480).webp().toBuffer();
  const nothing = Buffer.alloc(0);

  // Headers that claim what would not fit into memory.
  const iend = chunk('IEND', nothing);
  const idat = chunk('IDAT', deflateSync(Buffer.alloc(1000)));
  for (const [width, height] of [
    [60_000, 60_000],
    [0x7fffffff, 1],
    [1, 0x7fffffff],
    [0, 0],
  ] as const)
    add(`PNG that says ${width} x ${height}`, Buffer.concat([pngHead(width, height), idat, iend]), 'refused');
  const claiming = (picture: Buffer, frame: number, edge: number): Buffer => {
    const claimed = Buffer.from(picture);
    const at = claimed.indexOf(Buffer.from([0xff, frame]));
    claimed.writeUInt16BE(edge, at + 5);
    claimed.writeUInt16BE(edge, at + 7);
    return claimed;
  };
  add('JPEG that says 60000 x 60000', claiming(jpeg, 0xc0, 60_000), 'refused');
  const frame = Buffer.alloc(10);
  frame.writeUIntLE(59_999, 4, 3);
  frame.writeUIntLE(59_999, 7, 3);
  add('WebP that says 60000 x 60000', riff(['VP8X', frame], ['VP8 ', webp.subarray(20)]), 'refused');
  add(
    'WebP without loss that says 16384 x 16384',
    riff(['VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0])]),
    'refused',
  );
  add('GIF that says 60000 x 60000', Buffer.from('GIF89a\x60\xea\x60\xea\x00\x00\x00;', 'latin1'), 'refused');
  const avif = await flat(64, 64).avif().toBuffer();
  const ispe = avif.indexOf('ispe');
  avif.writeUInt32BE(60_000, ispe + 8);
  avif.writeUInt32BE(60_000, ispe + 12);
  add('AVIF that says 60000 x 60000', avif, 'refused');

  const fine = await flat(640, 480).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  add('JPEG in passes, every colour, that says 49 megapixels', claiming(fine, 0xc2, 7000), 'refused');
  const print = await flat(640, 480).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer();
  add('JPEG in passes, for print, that says 49 megapixels', claiming(print, 0xc2, 7000), 'refused');
  const wide = Buffer.from(webp);
  wide.writeUInt16LE(12_000, 26);
  wide.writeUInt16LE(12_000, 28);
  add('WebP that says 144 megapixels', wide, 'refused');
  const passesOf = (depth: number, colour: number, edge: number) =>
    Buffer.concat([pngHead(edge, edge, depth, colour, 1), idat, iend]);
  add('PNG in seven passes that says 49 transparent megapixels', passesOf(8, 6, 7000), 'refused');
  add('PNG in seven passes that says 25 megapixels of 16 bits', passesOf(16, 6, 5000), 'refused');

  // Real pictures of many pixels in few bytes.
  const rows = deflateSync(Buffer.alloc(7700 * (1 + 7700 * 8)), { level: 1 });
  const huge = Buffer.concat([pngHead(7700, 7700, 16, 6), chunk('IDAT', rows), iend]);
  add('PNG of 55 megapixels', await flat(7400, 7400).png().toBuffer(), 'kept');
  const inSeven = (edge: number) => flat(edge, edge).png({ progressive: true }).toBuffer();
  add('PNG of 30 megapixels in seven passes', await inSeven(5500), 'kept');
  add('PNG of 55 megapixels in seven passes', await inSeven(7400), 'refused');
  add('PNG of 60 transparent megapixels of 16 bits', huge, 'refused');
  add('PNG of one column', await flat(1, 60_000).png().toBuffer(), 'kept');
  add('PNG of one row', await flat(60_000, 1).png().toBuffer(), 'kept');
  add('JPEG of 49 megapixels in passes', await flat(7000, 7000).jpeg({ progressive: true }).toBuffer(), 'kept');
  const onItsSide = flat(7000, 7000).withMetadata({ orientation: 6 });
  add('JPEG of 49 megapixels that lies on its side', await onItsSide.jpeg().toBuffer(), 'kept');
  const passes = await flat(6000, 6000).jpeg({ progressive: true }).toBuffer();
  const last = passes.subarray(passes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  add(
    'JPEG of 5000 passes',
    Buffer.concat([passes.subarray(0, -2), ...Array<Buffer>(5000).fill(last), passes.subarray(-2)]),
  );

  // Cut.
  for (const [name, whole] of Object.entries({ JPEG: jpeg, PNG: png, WebP: webp })) {
    for (const share of [0.02, 0.3, 0.6, 0.9])
      add(`${name} cut at ${share * 100} %`, whole.subarray(0, Math.floor(whole.length * share)), 'refused');
    add(`${name} of 13 bytes`, whole.subarray(0, 13), 'refused');
    add(
      `${name} with its second half of noise`,
      Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(5000, 0xa7)]),
    );
  }
  add('one byte', Buffer.from([0xff]), 'refused');
  add('zeros', Buffer.alloc(100_000), 'refused');

  // Two kinds at once: whatever stands beside the picture must go.
  add('GIF that is a script', Buffer.from(`GIF89a/*\x01\x00*/=1;alert("${MARK}");`, 'latin1'), 'refused');
  add('JPEG with an archive behind it', Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${MARK}`, 'latin1')]), 'kept');
  add('JPEG with a film behind it', Buffer.concat([jpeg, box('ftyp', 'mp42'), box('udta', MARK)]), 'kept');
  add('JPEG with another behind it', Buffer.concat([jpeg, inJpeg(jpeg, segment(0xe1, `Exif\0\0${MARK}`))]), 'kept');
  add('JPEG with a program in its comment', inJpeg(jpeg, segment(0xfe, `<?php system("${MARK}") ?>`)), 'kept');
  add('PNG with a page behind it', Buffer.concat([png, Buffer.from(`<html>${SCRIPT}</html>`)]), 'kept');
  add('PNG with a page before it', Buffer.concat([Buffer.from(`<html>${SCRIPT}`), png]), 'refused');
  add('WebP with a page behind it', Buffer.concat([webp, Buffer.from(`<html>${SCRIPT}</html>`)]), 'kept');
  add('PDF that is a JPEG', Buffer.concat([Buffer.from(`%PDF-1.4 ${MARK}\n`), jpeg]), 'refused');

  // Other kinds.
  add('GIF', await flat(64, 64).gif().toBuffer(), 'refused');
  add('SVG with a script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), 'refused');
  add(
    'SVG that names a file',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'refused',
  );
  add('SVG packed', gzipSync(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), 'refused');
  add('page', Buffer.from(`<!doctype html>${SCRIPT}`), 'refused');
  add('PDF', Buffer.from(`%PDF-1.7\n${MARK}`), 'refused');
  add('archive', Buffer.from(`PK\x03\x04${MARK}`, 'latin1'), 'refused');
  add('program', Buffer.from(`\x7fELF\x02\x01${MARK}`, 'latin1'), 'refused');
  add('TIFF', await flat(64, 64).tiff().toBuffer(), 'refused');
  add('BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), 'refused');
  add('HEIC', Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('meta', Buffer.alloc(100))]), 'refused');
  add('PNG by its first bytes, JPEG behind them', Buffer.concat([png.subarray(0, 8), jpeg]), 'refused');

  // What cameras and programs write beside the picture.
  const gps = {
    IFD0: { Make: MARK },
    IFD3: { GPSLatitude: '30/1 54/1 0/1', GPSLatitudeRef: 'N', GPSAreaInformation: MARK },
  };
  add('JPEG with its place', await sharp(jpeg).withExif(gps).jpeg().toBuffer(), 'kept');
  add('PNG with its place', await sharp(png).withExif(gps).png().toBuffer(), 'kept');
  add('WebP with its place', await sharp(webp).withExif(gps).webp().toBuffer(), 'kept');
  add('JPEG with its place in XMP', await sharp(jpeg).withXmp(XMP).jpeg().toBuffer(), 'kept');
  add('PNG with its place in XMP', await sharp(png).withXmp(XMP).png().toBuffer(), 'kept');
  add('WebP with its place in XMP', await sharp(webp).withXmp(XMP).webp().toBuffer(), 'kept');
  add(
    'JPEG with its place in IPTC',
    inJpeg(jpeg, segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\x10\x1c\x02\x5a\0\x0a${MARK}`)),
    'kept',
  );
  add('JPEG with a small picture in its EXIF', inJpeg(jpeg, segment(0xe1, exif(false))), 'kept');
  add('JPEG with an EXIF that goes round', inJpeg(jpeg, segment(0xe1, exif(true))), 'kept');
  add('JPEG with an EXIF of noise', inJpeg(jpeg, segment(0xe1, `Exif\0\0II*\0\xff\xff\xff\xff${MARK}`)), 'kept');
  add(
    'JPEG with 200 segments of a maker',
    inJpeg(jpeg, ...Array<Buffer>(100).fill(segment(0xef, MARK.repeat(2000)))),
    'kept',
  );
  add('PNG with its place in a text', within(png, [chunk('tEXt', Buffer.from(`Location\0${MARK}`))]), 'kept');
  add('PNG with a part of its own', within(png, [chunk('loCa', Buffer.from(MARK))]), 'kept');

  // What is packed to burst, or to go on for ever.
  const bomb = deflateSync(Buffer.alloc(200_000_000, 'a'), { level: 9 });
  const packed = (name: string) => Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), bomb]);
  add('PNG with a text of 200 MB', within(png, [chunk('zTXt', packed('Comment'))]), 'kept');
  add(
    'PNG with an XMP of 200 MB',
    within(png, [chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), bomb]))]),
    'kept',
  );
  add('PNG with colours of 200 MB', within(png, [chunk('iCCP', packed('x'))]));
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(4_000_000))]));
  add('PNG with 900 texts of 4 MB', within(png, Array<Buffer>(900).fill(text)), 'kept');
  add('PNG with 300000 texts', within(png, Array<Buffer>(300_000).fill(chunk('tEXt', Buffer.from('a\0b')))), 'kept');
  add('PNG with 300000 parts of its own', within(png, Array<Buffer>(300_000).fill(chunk('loCa', Buffer.from('ab')))));
  add(
    'PNG with 300000 parts of pixels',
    Buffer.concat([pngHead(64, 64), ...Array<Buffer>(300_000).fill(chunk('IDAT', nothing)), iend]),
    'refused',
  );
  add(
    'PNG with pixels of 200 MB for 64',
    Buffer.concat([pngHead(8, 8), chunk('IDAT', deflateSync(Buffer.alloc(200_000_000), { level: 9 })), iend]),
  );
  add(
    'PNG whose part is longer than all',
    Buffer.concat([pngHead(64, 64), chunk('IDAT', nothing, 0xffffffff)]),
    'refused',
  );
  add(
    'PNG with a wrong sum',
    Buffer.concat([png.subarray(0, 40), Buffer.from([(png[40] ?? 0) ^ 255]), png.subarray(41)]),
  );
  add(
    'JPEG with colours in 255 parts',
    inJpeg(
      jpeg,
      ...Array.from({ length: 100 }, (_, i) =>
        segment(0xe2, `ICC_PROFILE\0${String.fromCharCode(i + 1)}\xff${'\0'.repeat(60_000)}`),
      ),
    ),
  );
  add(
    'JPEG of 8 MB of empty marks',
    Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(7_000_000, 0xff), jpeg.subarray(2)]),
  );
  add(
    'JPEG of tables without end',
    Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array<Buffer>(40_000).fill(segment(0xdb, Buffer.alloc(65, 1))),
      jpeg.subarray(2),
    ]),
  );

  const frames = 3000;
  const film = Buffer.from(Array.from({ length: 16 * 16 * 3 * frames }, (_, i) => (i * 7 + (i >> 8)) & 255));
  const moving = sharp(film, { raw: { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 } });
  add('WebP of 3000 frames', await moving.webp({ effort: 0 }).toBuffer());
  const control = Buffer.alloc(8);
  control.writeUInt32BE(100_000);
  add(
    'PNG of 100000 frames',
    within(png, [chunk('acTL', control), ...Array<Buffer>(100_000).fill(chunk('fcTL', Buffer.alloc(26)))]),
  );
  return files;
}
