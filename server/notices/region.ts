/** A region as people write it, made one name, so that who follows it and who posts in it mean the same. */

import { findPlace } from '../../reference/places.ts';
import { markOfPlace } from '../db/blind.ts';
import { ACCOUNT_KEY, keyed } from '../db/sealing.ts';

export const placeNamed = (text: string): string => findPlace(text)?.name ?? text.trim();

/** What stands for places that are followed, in a statement: an array (Note: Found without being read). */
export const placeMarks = (places: readonly string[]) =>
  keyed<string[]>((key) => places.map((place) => markOfPlace(place, key)), ACCOUNT_KEY);
