/** The map that draws itself: one canvas under the markers, drawn anew whenever the map moves. */

import * as L from 'leaflet';
import { distanceKm, type KnownPlace, PLACES } from '../../../reference/places.ts';
import { OUTLINE, townsAt } from './base-map.ts';

/** Closer than this the outline is coarser than what is looked at, and is not drawn. */
const OUTLINE_TO_ZOOM = 9;
/** From here on the towns outside of the picture are named at its edge, with how far they are. */
const WAYS_FROM_ZOOM = 10;
const WAYS = 4;
const WAYS_WITHIN_KM = 120;
const EDGE = 14;
/** Pixels from the middle of an arrow to its tip. */
const ARROW = 6;
/** Pixels from the middle of a marker to its rim, and to where a name beside it begins. */
const MARKER_RIM = 11;
const MARKER = 20;
const FONT_PX = 12;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class BaseMapLayer extends L.Layer {
  /** Where markers stand: names keep clear of them. */
  marked: readonly { lat: number; lng: number }[] = [];
  private readonly canvas = document.createElement('canvas');
  private readonly draw = (): void => this.redraw();

  override onAdd(map: L.Map): this {
    map.getPane('tilePane')?.append(this.canvas);
    map.on('move zoom resize viewreset', this.draw);
    this.draw();
    return this;
  }

  override onRemove(map: L.Map): this {
    map.off('move zoom resize viewreset', this.draw);
    this.canvas.remove();
    return this;
  }

  /** Also called when the colours or the language change. */
  redraw(): void {
    const map = this._map;
    const ctx = this.canvas.getContext('2d');
    if (!map || !ctx) return;
    const { x: width, y: height } = map.getSize();
    const scale = devicePixelRatio;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    L.DomUtil.setPosition(this.canvas, map.containerPointToLayerPoint([0, 0]));
    ctx.scale(scale, scale);
    const look = getComputedStyle(map.getContainer());
    const colour = (name: string) => look.getPropertyValue(name).trim();
    ctx.font = `600 ${FONT_PX}px ${look.fontFamily}`;
    ctx.textBaseline = 'middle';
    drawLand(ctx, map, { land: colour('--ground'), line: colour('--edge') }, { width, height });
    const ink = { text: colour('--quiet'), halo: colour('--ground') };
    const marks = this.marked.map(({ lat, lng }) => map.latLngToContainerPoint([lat, lng]));
    const taken = [...controlsOf(map), ...marks.map((mark) => around(mark, MARKER_RIM))];
    const shown = drawTowns(ctx, map, ink, taken, { width, height }, marks);
    if (map.getZoom() >= WAYS_FROM_ZOOM) drawWays(ctx, map, ink, taken, { width, height }, shown);
  }
}

/** Where the buttons, the scale and the credit after the map stand: a name beneath them could not be read. */
function controlsOf(map: L.Map): Box[] {
  const frame = map.getContainer();
  const { left, top } = frame.getBoundingClientRect();
  const credit = frame.nextElementSibling;
  return [...frame.querySelectorAll('.leaflet-control'), ...(credit ? [credit] : [])].map((control) => {
    const box = control.getBoundingClientRect();
    return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
  });
}

const around = ({ x, y }: { x: number; y: number }, radius: number): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
});

const meet = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

type Size = { width: number; height: number };
type Ink = { text: string; halo: string };

function drawLand(
  ctx: CanvasRenderingContext2D,
  map: L.Map,
  { land, line }: { land: string; line: string },
  size: Size,
) {
  ctx.fillStyle = land;
  ctx.strokeStyle = line;
  ctx.lineWidth = 0.75;
  ctx.lineJoin = 'round';
  if (map.getZoom() > OUTLINE_TO_ZOOM) {
    ctx.fillRect(0, 0, size.width, size.height);
    return;
  }
  for (const { rings } of OUTLINE) {
    ctx.beginPath();
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const { x, y } = map.latLngToContainerPoint([ring[i + 1] ?? 0, ring[i] ?? 0]);
        if (i === 0) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
      }
      ctx.closePath();
    }
    ctx.fill();
    ctx.stroke();
  }
}

/** In the language of the page, where the list has it. */
function nameOf({ name, pa, hi }: KnownPlace): string {
  const language = document.documentElement.lang;
  return (language === 'pa' ? pa : language === 'hi' ? hi[0] : undefined) ?? name;
}

/** The largest towns in the picture, as many as have room beside them. */
function drawTowns(
  ctx: CanvasRenderingContext2D,
  map: L.Map,
  ink: Ink,
  taken: Box[],
  size: Size,
  marks: readonly L.Point[],
): Set<KnownPlace> {
  const shown = new Set<KnownPlace>();
  const bounds = map.getBounds();
  for (const town of PLACES.slice(0, townsAt(map.getZoom()))) {
    if (!bounds.contains([town.lat, town.lng])) continue;
    const { x, y } = map.latLngToContainerPoint([town.lat, town.lng]);
    const text = nameOf(town);
    const gap = marks.some((mark) => Math.hypot(mark.x - x, mark.y - y) < MARKER) ? MARKER : 6;
    const wide = ctx.measureText(text).width;
    const beside = [x + gap, x - gap - wide].map((left) => ({ left, top: y }));
    // What was reported there makes a town worth its name even among other markers.
    const round = gap === MARKER ? [y - MARKER, y + MARKER].map((top) => ({ left: x - wide / 2, top })) : [];
    shown.add(town);
    if (![...beside, ...round].some(({ left, top }) => write(ctx, ink, taken, size, text, left, top))) continue;
    ctx.beginPath();
    ctx.arc(x, y, 2.5, 0, Math.PI * 2);
    ctx.fill();
  }
  return shown;
}

/** Where the next towns lie, at the edge: what one sees of the surroundings without tiles. */
function drawWays(
  ctx: CanvasRenderingContext2D,
  map: L.Map,
  ink: Ink,
  taken: Box[],
  size: Size,
  shown: ReadonlySet<KnownPlace>,
): void {
  const centre = map.getCenter();
  const [halfX, halfY] = [size.width / 2 - EDGE, size.height / 2 - EDGE];
  const near = PLACES.filter((town) => !shown.has(town))
    .map((town) => ({ town, km: distanceKm(centre, town) }))
    .filter(({ km }) => km < WAYS_WITHIN_KM)
    .sort((a, b) => a.km - b.km);
  let ways = 0;
  for (const { town, km } of near) {
    if (ways === WAYS) return;
    const { x, y } = map.latLngToContainerPoint([town.lat, town.lng]).subtract([size.width / 2, size.height / 2]);
    const share = Math.min(halfX / Math.abs(x), halfY / Math.abs(y));
    const at = { x: size.width / 2 + x * share, y: size.height / 2 + y * share };
    const arrowBox = around(at, ARROW);
    if (taken.some((box) => meet(box, arrowBox))) continue;
    const text = `${nameOf(town)} ${Math.max(1, Math.round(km))} km`;
    const wide = ctx.measureText(text).width;
    const left = Math.min(Math.max(at.x - wide / 2, EDGE * 1.5), size.width - wide - EDGE * 1.5);
    const top = Math.min(Math.max(at.y, EDGE * 2), size.height - EDGE * 2);
    if (!write(ctx, ink, taken, size, text, left, top)) continue;
    arrow(ctx, at, Math.atan2(y, x));
    taken.push(arrowBox);
    ways++;
  }
}

/** False, and nothing written, where another name stands or the picture ends. */
function write(
  ctx: CanvasRenderingContext2D,
  { text: colour, halo }: Ink,
  taken: Box[],
  { width, height }: Size,
  text: string,
  left: number,
  y: number,
): boolean {
  const box = { left: left - 8, top: y - 9, right: left + ctx.measureText(text).width + 4, bottom: y + 9 };
  if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height) return false;
  if (taken.some((other) => meet(box, other))) return false;
  taken.push(box);
  ctx.lineWidth = 3;
  ctx.strokeStyle = halo;
  ctx.strokeText(text, left, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, left, y);
  return true;
}

function arrow(ctx: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, angle: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(ARROW, 0);
  ctx.lineTo(-3, -5);
  ctx.lineTo(-3, 5);
  ctx.fill();
  ctx.restore();
}
