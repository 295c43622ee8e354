import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareTemplates,
  DIMS,
  decodeTemplate,
  encodeTemplate,
  fromBase64,
  meanTemplate,
  toBase64,
} from '../../match/template.ts';

/** 127 steps reach 3.3 sigma; sigma is that of the numbers of a unit vector. */
const STEP = 3.3 / Math.sqrt(DIMS) / 127;

/** Embeddings as a model gives them: no dimension stands out, so nothing is cut off (below 3.3 / sqrt(128) = 0.29). */
const embedding = fc
  .noBias(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: DIMS, maxLength: DIMS }))
  .filter((values) => Math.max(...values.map(Math.abs)) < 0.29 * Math.hypot(...values));

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  const dot = (p: ArrayLike<number>, q: ArrayLike<number>) =>
    Array.from(p).reduce((sum, value, i) => sum + value * Number(q[i]), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe('a template code', () => {
  test('is 128 bytes and points where the embedding points, to within half a step', () => {
    fc.assert(
      fc.property(embedding, (values) => {
        const length = Math.hypot(...values);
        const unit = values.map((value) => value / length);
        const code = encodeTemplate(values);
        expect(code).toHaveLength(DIMS);
        const back = decodeTemplate(code);
        expect(Math.hypot(...back)).toBeCloseTo(1, 6);
        expect(cosine(back, unit)).toBeGreaterThan(0.9999);
        new Int8Array(code.buffer).forEach((value, i) => {
          expect(Math.abs(value * STEP - Number(unit[i]))).toBeLessThanOrEqual(STEP / 2 + 1e-12);
        });
      }),
    );
  });

  test('does not depend on the length of the embedding', () => {
    fc.assert(
      fc.property(embedding, fc.constantFrom(0.001, 0.5, 3, 1000), (values, factor) => {
        const scaled = encodeTemplate(values.map((value) => value * factor));
        expect(compareTemplates(scaled, encodeTemplate(values))).toBeGreaterThan(0.9999);
      }),
    );
  });

  test('keeps the order of scores that differ by more than a rounding error', () => {
    fc.assert(
      fc.property(embedding, embedding, embedding, (probe, near, far) => {
        const [a, b] = [cosine(probe, near), cosine(probe, far)];
        fc.pre(Math.abs(a - b) > 0.01);
        const code = encodeTemplate(probe);
        const [p, q] = [compareTemplates(code, encodeTemplate(near)), compareTemplates(code, encodeTemplate(far))];
        expect(Math.sign(p - q)).toBe(Math.sign(a - b));
        expect(Math.abs(p - a)).toBeLessThan(0.005);
      }),
    );
  });

  test('cuts what stands out beyond 3.3 sigma instead of wrapping it round', () => {
    const values = new Float32Array(DIMS).fill(0.01);
    values[7] = -5;
    const code = new Int8Array(encodeTemplate(values).buffer);
    expect(code[7]).toBe(-127);
    expect(Math.min(...code)).toBe(-127);
    expect(code[8]).toBeGreaterThanOrEqual(0);
  });

  test('scores itself 1, its opposite -1, and the same both ways round', () => {
    fc.assert(
      fc.property(embedding, embedding, (a, b) => {
        const [p, q] = [encodeTemplate(a), encodeTemplate(b)];
        expect(compareTemplates(p, p)).toBeCloseTo(1, 6);
        expect(compareTemplates(p, p)).toBeLessThanOrEqual(1);
        expect(compareTemplates(p, encodeTemplate(a.map((value) => -value)))).toBeLessThan(-0.999);
        expect(compareTemplates(p, q)).toBe(compareTemplates(q, p));
      }),
    );
  });

  test('is refused for what is not a template', () => {
    for (const values of [
      [],
      [1, 2, 3],
      new Array(DIMS).fill(0),
      new Array(DIMS).fill(Number.NaN),
      new Array(512).fill(1),
    ]) {
      expect(() => encodeTemplate(values)).toThrow(RangeError);
    }
    expect(() => encodeTemplate([Number.POSITIVE_INFINITY, ...new Array(DIMS - 1).fill(1)])).toThrow(RangeError);
    expect(() => compareTemplates(new Uint8Array(64), new Uint8Array(DIMS))).toThrow(RangeError);
    expect(() => decodeTemplate(new Uint8Array(DIMS))).toThrow(RangeError);
  });

  test('reads the same at any place of a larger buffer', () => {
    const code = encodeTemplate(Array.from({ length: DIMS }, (_, i) => Math.sin(i)));
    const within = new Uint8Array(DIMS + 3);
    within.set(code, 3);
    expect(compareTemplates(within.subarray(3), code)).toBe(compareTemplates(code, code));
  });
});

describe('the mean template', () => {
  test('is of unit length and weighs each embedding the same, whatever its length', () => {
    fc.assert(
      fc.property(embedding, embedding, (a, b) => {
        fc.pre(cosine(a, b) > -0.9);
        const mean = meanTemplate([Float32Array.from(a, (value) => value * 100), Float32Array.from(b)]);
        expect(Math.hypot(...mean)).toBeCloseTo(1, 5);
        expect(cosine(mean, a)).toBeCloseTo(cosine(mean, b), 4);
      }),
    );
  });

  test('needs at least one embedding', () => {
    expect(() => meanTemplate([])).toThrow(RangeError);
  });
});

describe('base64', () => {
  test('is the one everybody writes, and comes back whole', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test('is refused when it is cut, padded wrongly, or in another alphabet', () => {
    for (const text of ['A', 'AA', 'AAA', 'AB==', 'AAAA=', '====', '=', 'AA-_', 'AA A', 'AAé=', 'AA==AAAA']) {
      expect(() => fromBase64(text)).toThrow(RangeError);
    }
  });
});
