import * as L from 'leaflet';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MAP } from '../../../contract/limits.ts';
import { BaseMapLayer } from './base-map-layer.ts';
import { KeptTilesLayer } from './kept-tiles-layer.ts';
import { createMarker } from './map-marker.ts';
import type { MapViewProps } from './map-place.ts';
import styles from './map-view.module.css';
import { KeptMaps, type KeptTiles, TileSource } from './tiles.ts';

/** All of India, with a margin. */
const INDIA: L.LatLngBoundsLiteral = [
  [6, 67],
  [37.5, 98],
];
const WORLD: L.LatLngBoundsLiteral = [
  [-5, 55],
  [45, 110],
];
const MIN_ZOOM = 4;
/** Whose work the drawn map is: the outline, and the towns (CC BY 4.0). */
const SOURCES = 'geojson-india, GeoNames';
/**
 * Further out the app's own outline is shown even where there are tiles: most tile servers do not draw the borders that
 * the law of India wants on a map.
 */
const TILES_FROM_ZOOM = 9;
/** A tile server's tiles are newer than those of a pack on the device. */
const ABOVE_PACKS = 2;
/** Several places are shown together no closer than this. */
const TOGETHER_ZOOM = 12;

/** Leaflet by a hook of our own; MapView loads it. */
export function LeafletMap(props: MapViewProps) {
  const { t } = useTranslation();
  const tiles = use(TileSource);
  const packs = use(KeptMaps);
  const box = useRef<HTMLDivElement>(null);
  const map = useMap(box, props.interactive === true || props.height === 'fill');
  useBase(map, tiles?.url, props.places);
  usePacks(map, packs);
  useMarkers(map, props);
  useMiddle(map, props);
  const own = tiles ? tiles.attribution : t('map.credit', { sources: SOURCES });
  const credits = new Set([own, ...packs.map(({ attribution }) => attribution).filter((text) => !own.includes(text))]);
  return (
    <>
      <div ref={box} className={styles.map} />
      <p className={styles.credit}>{[...credits].join(' · ')}</p>
    </>
  );
}

function useMap(box: React.RefObject<HTMLDivElement | null>, held: boolean): L.Map | undefined {
  const { t } = useTranslation();
  const [map, setMap] = useState<L.Map>();
  const words = { zoomInTitle: t('map.closer'), zoomOutTitle: t('map.further') };
  const controls = useEffectEvent((made: L.Map) => {
    L.control.zoom({ position: 'topright', zoomInText: '+', zoomOutText: '−', ...words }).addTo(made);
    L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(made);
  });
  useEffect(() => {
    if (box.current === null) return;
    // A finger on a small map means to scroll the page; the buttons zoom.
    const dragging = held || !matchMedia('(pointer: coarse)').matches;
    const made = L.map(box.current, {
      attributionControl: false,
      zoomControl: false,
      scrollWheelZoom: false,
      dragging,
      zoomAnimation: false,
      fadeAnimation: false,
      markerZoomAnimation: false,
      minZoom: MIN_ZOOM,
      maxZoom: MAP.maxZoom,
      maxBounds: WORLD,
    });
    made.fitBounds(INDIA);
    controls(made);
    setMap(made);
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }));
    resized.observe(box.current);
    return () => {
      resized.disconnect();
      made.remove();
    };
  }, [box, held]);
  return map;
}

/** Our own drawing, and above it the tiles where a tile server is named; drawn anew in other colours or another language. */
function useBase(map: L.Map | undefined, tileUrl: string | undefined, places: MapViewProps['places']): void {
  const [base] = useState(() => new BaseMapLayer());
  useEffect(() => {
    base.marked = places;
    base.redraw();
  }, [base, places]);
  useEffect(() => {
    if (!map) return;
    base.addTo(map);
    const changed = new MutationObserver(() => base.redraw());
    changed.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'lang'] });
    return () => {
      changed.disconnect();
      base.remove();
    };
  }, [map, base]);
  useEffect(() => {
    if (!map || tileUrl === undefined) return;
    // With CORS a kept tile takes its own bytes of the quota, without it megabytes.
    const zooms = { minZoom: TILES_FROM_ZOOM, maxZoom: MAP.maxZoom };
    const settings = { ...zooms, tileSize: MAP.tileSize, crossOrigin: true, zIndex: ABOVE_PACKS };
    const layer = L.tileLayer(tileUrl, settings).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, tileUrl]);
}

/** The packs on the device, above our own drawing; where one has nothing, the drawing is seen. */
function usePacks(map: L.Map | undefined, packs: readonly KeptTiles[]): void {
  useEffect(() => {
    if (!map) return;
    const layers = packs.map((pack) => new KeptTilesLayer(pack, TILES_FROM_ZOOM).addTo(map));
    return () => {
      for (const layer of layers) layer.remove();
    };
  }, [map, packs]);
}

function useMarkers(map: L.Map | undefined, { places, interactive = false, onMove }: MapViewProps): void {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const moved = useEffectEvent((to: { lat: number; lng: number }) => onMove?.(to));
  const opened = useEffectEvent((to: string) => void navigate(to));
  const put = useEffectEvent((made: L.Map): L.Marker[] => {
    const words = { lost: t('map.lostHere'), found: t('map.foundHere'), open: t('map.open') };
    const settings = {
      words,
      interactive,
      onMove: (to: { lat: number; lng: number }) => moved(to),
      onOpen: (to: string) => opened(to),
    };
    return places.map((place) => createMarker(place, settings).addTo(made));
  });
  // By what they hold: a list made anew at each drawing of the page must not close an open popup.
  const drawn = JSON.stringify([places, interactive, i18n.language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` stands for all that `put` reads
  useEffect(() => {
    if (!map) return;
    const focused = document.activeElement?.closest('.leaflet-marker-icon')?.getAttribute('aria-label');
    const markers = put(map);
    // A pin that was moved by keys is drawn anew where it is now, and keeps the focus.
    markers
      .find(({ options }) => interactive && options.title === focused)
      ?.getElement()
      ?.focus();
    return () => {
      for (const marker of markers) marker.remove();
    };
  }, [map, drawn]);
  useEffect(() => {
    if (!map || !interactive) return;
    const pressed = ({ latlng: { lat, lng } }: L.LeafletMouseEvent) => moved({ lat, lng });
    map.on('click', pressed);
    return () => {
      map.off('click', pressed);
    };
  }, [map, interactive]);
}

/** Look at the given middle, or at all the places; again when these are others, not when one was moved by hand. */
function useMiddle(map: L.Map | undefined, { places, centre, zoom }: MapViewProps): void {
  const names = places.map(({ id }) => id).join();
  const look = useEffectEvent((made: L.Map) => {
    const [first] = places;
    const middle = centre ?? (places.length === 1 ? first : undefined);
    if (middle) made.setView([middle.lat, middle.lng], zoom ?? MAP.zoom, { animate: false });
    else if (first)
      made.fitBounds(L.latLngBounds(places.map(({ lat, lng }) => [lat, lng])), {
        maxZoom: zoom ?? TOGETHER_ZOOM,
        padding: [32, 32],
      });
    else made.fitBounds(INDIA);
  });
  const [lat, lng] = [centre?.lat, centre?.lng];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again at other places or another middle, which it reads by the event
  useEffect(() => {
    if (map) look(map);
  }, [map, names, lat, lng, zoom]);
}
