/** What a map is given. */

/** A point on the map: an open red ring where something was lost, a closed green one where it was found. */
export interface MapPlace {
  id: string;
  lat: number;
  lng: number;
  type: 'lost' | 'found';
  /** Of its popup; 'Lost here' or 'Found here' without one (R261). */
  title?: string;
  /** The page of ours that the popup leads to. */
  to?: string;
}

export interface MapViewProps {
  places: readonly MapPlace[];
  /** What the map is of, for who does not see it. */
  label: string;
  /** The middle; without it the map shows all its places. */
  centre?: { lat: number; lng: number };
  zoom?: number;
  /** The places can be moved: dragged, or with the arrow keys (R262, R263). */
  interactive?: boolean;
  /** A place was moved to here (R264). */
  onMove?: (to: { lat: number; lng: number }) => void;
  /** Pixels; 300 unless told otherwise (R395). `fill` is as high as what is around it. */
  height?: number | 'fill';
}
