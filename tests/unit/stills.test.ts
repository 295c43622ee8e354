/** How a device looks at one photo: which way up, how often, and whether the face is clear enough to be found by. */

import { expect, test } from 'vitest';
import { type Mesh, type Turns, turnMesh } from '../../match/mesh.ts';
import { isClear, lookAround } from '../../match/stills.ts';

const FACE: Mesh = new Float32Array([0.2, 0.1, 0.4, 0.3]);
const ofLength = (length: number) => new Float32Array(128).fill(length, 1, 2);

/** A photo on which a face is seen by each of these turns, as an embedding of that length. */
async function look(seen: Partial<Record<Turns | 'small', number>>) {
  const looks: string[] = [];
  const sight = await lookAround<Turns>({
    turned: (turns) => turns,
    faces: async (turns, small) => {
      looks.push(small ? 'small' : String(turns));
      return seen[small ? 'small' : turns] === undefined ? [] : [FACE];
    },
    embed: async (turns) => ofLength((looks.at(-1) === 'small' ? seen.small : seen[turns]) ?? 0),
  });
  return { looks, turns: sight.turns, length: sight.embedding?.[1] };
}

test('a photo on which somebody surely stands upright is looked at once', async () => {
  expect(await look({ 0: 12, 2: 20 })).toEqual({ looks: ['0'], turns: 0, length: 12 });
});

test('one that is less sure is turned when it is surer so by a tenth, and left as it is otherwise', async () => {
  expect(await look({ 0: 8, 2: 12 })).toEqual({ looks: ['0', '2'], turns: 2, length: 12 });
  expect(await look({ 0: 10, 2: 10.5 })).toEqual({ looks: ['0', '2'], turns: 0, length: 10 });
  expect(await look({ 0: 10 })).toEqual({ looks: ['0', '2'], turns: 0, length: 10 });
});

test('the sides are looked at only where no face is seen otherwise, and small faces last', async () => {
  expect(await look({ 2: 8, 1: 20 })).toMatchObject({ looks: ['0', '2'], turns: 2 });
  expect(await look({ 3: 9 })).toMatchObject({ looks: ['0', '2', '1', '3'], turns: 3 });
  expect(await look({ small: 9 })).toEqual({ looks: ['0', '2', '1', '3', 'small'], turns: 0, length: 9 });
  expect(await look({})).toEqual({ looks: ['0', '2', '1', '3', 'small'], turns: 0, length: undefined });
});

test('a face is clear by the length of its embedding', () => {
  expect([8.9, 9].map((length) => isClear(ofLength(length)))).toEqual([false, true]);
});

test('the points of a picture are turned with it, and back', () => {
  expect([...turnMesh(FACE, 1)].map((value) => value.toFixed(1))).toEqual(['0.9', '0.2', '0.7', '0.4']);
  expect([...turnMesh(FACE, 2)].map((value) => value.toFixed(1))).toEqual(['0.8', '0.9', '0.6', '0.7']);
  for (const [there, back] of [
    [1, 3],
    [2, 2],
    [3, 1],
    [0, 0],
  ] as const)
    turnMesh(turnMesh(FACE, there), back).forEach((value, i) => {
      expect(value).toBeCloseTo(Number(FACE[i]), 5);
    });
});
