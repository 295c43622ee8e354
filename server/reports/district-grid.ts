/** The map of districts: cells of a fortieth of a degree, about 3 km, from the south-west of India. */

export const FIRST_LAT = 6;
export const FIRST_LNG = 68;
export const CELL_DEGREES = 0.025;
export const CELLS = { lat: 1280, lng: 1200 };

/** Which cell a point is in; undefined outside of the map. */
export function cellOf(lat: number, lng: number): number | undefined {
  const row = Math.floor((lat - FIRST_LAT) / CELL_DEGREES);
  const column = Math.floor((lng - FIRST_LNG) / CELL_DEGREES);
  const isOn = row >= 0 && row < CELLS.lat && column >= 0 && column < CELLS.lng;
  return isOn ? row * CELLS.lng + column : undefined;
}
