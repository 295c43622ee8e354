/** A marker and its popup: the ring of the design language, with the words that say the same. */

import * as L from 'leaflet';
import { MAP } from '../../../contract/limits.ts';
import type { MapPlace } from './map-place.ts';

const SIZE = 48;
/** The arrow keys move a pin by so many pixels; with Shift by one. */
const STEP_PX = 12;
const SVG = 'http://www.w3.org/2000/svg';

export interface MarkerWords {
  /** 'Lost here' and 'Found here' (R261). */
  lost: string;
  found: string;
  open: string;
}

interface MarkerSettings {
  words: MarkerWords;
  interactive: boolean;
  onMove: (to: { lat: number; lng: number }) => void;
  onOpen: (to: string) => void;
}

export function createMarker(place: MapPlace, { words, interactive, onMove, onOpen }: MarkerSettings): L.Marker {
  const title = place.title ?? words[place.type];
  const icon = L.divIcon({ className: '', html: ring(place.type), iconSize: [SIZE, SIZE] });
  const marker = L.marker([place.lat, place.lng], { icon, title, draggable: interactive, keyboard: true });
  marker.bindPopup(popup(place, title, words, onOpen), { closeButton: false, offset: [0, -8] });
  marker.on('add', () => {
    const element = marker.getElement();
    element?.setAttribute('aria-label', title);
    if (interactive && element) moveByKeys(marker, element, onMove);
  });
  marker.on('dragend', () => onMove(plain(marker.getLatLng())));
  return marker;
}

const plain = ({ lat, lng }: L.LatLng) => ({ lat, lng });

/** An open red ring is lost, a closed green one found (R259, R260); on a disc, to be seen on any map. */
function ring(type: MapPlace['type']): HTMLElement {
  const holder = document.createElement('span');
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 48 48');
  svg.append(
    shape('circle', { cx: '24', cy: '24', r: '16', fill: 'var(--ground)' }),
    shape('circle', {
      cx: '24',
      cy: '24',
      r: '11.5',
      fill: 'none',
      'stroke-width': '6',
      pathLength: '100',
      stroke: type === 'lost' ? MAP.lostColour : MAP.foundColour,
      'stroke-dasharray': type === 'lost' ? '82 18' : '100 0',
    }),
    shape('circle', { cx: '24', cy: '24', r: '2', fill: 'var(--ink)' }),
  );
  holder.append(svg);
  return holder;
}

function shape(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function popup(place: MapPlace, title: string, words: MarkerWords, onOpen: (to: string) => void): HTMLElement {
  const content = document.createElement('div');
  const heading = document.createElement('b');
  heading.textContent = title;
  content.append(heading);
  const { to } = place;
  if (to !== undefined) {
    const link = document.createElement('a');
    link.href = to;
    link.textContent = words.open;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      onOpen(to);
    });
    content.append(link);
  }
  return content;
}

const ARROWS: Partial<Record<string, [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function moveByKeys(marker: L.Marker, element: HTMLElement, onMove: MarkerSettings['onMove']): void {
  element.addEventListener('keydown', (event) => {
    const way = ARROWS[event.key];
    const map = (marker as unknown as { _map?: L.Map })._map; // so in every layer of Leaflet; its types hide it
    if (!way || !map) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 1 : STEP_PX;
    const point = map.latLngToContainerPoint(marker.getLatLng()).add([way[0] * step, way[1] * step]);
    marker.setLatLng(map.containerPointToLatLng(point));
    onMove(plain(marker.getLatLng()));
  });
}
