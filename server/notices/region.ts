/** A region as people write it, made one name, so that who follows it and who posts in it mean the same. */

import { findPlace } from '../../reference/places.ts';
import { markOfPlace } from '../db/blind.ts';
import { ACCOUNT_KEY, keyed } from '../db/sealing.ts';

export const placeNamed = (text: string): string => findPlace(text)?.name ?? text.trim();

/** What stands for a place that is followed, in a statement (Note: Found without being read). */
export const placeMark = (place: string) => keyed((key) => markOfPlace(place, key), ACCOUNT_KEY);
/** For several: an array. */
export const placeMarks = (places: readonly string[]) =>
  keyed<string[]>((key) => places.map((place) => markOfPlace(place, key)), ACCOUNT_KEY);
