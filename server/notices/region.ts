/** A region as people write it, made one name, so that who follows it and who posts in it mean the same. */

import { findPlace } from '../../reference/places.ts';

export const placeNamed = (text: string): string => findPlace(text)?.name ?? text.trim();
