// AssemblyScript, not TypeScript: the scan of all codes by a probe. Built by build.mjs.
//
// A code is 128 int8, a row of memory; the probe stands at address 0 as 128 int16, so that one instruction
// multiplies and adds pairs. Four rows far apart are read at once: four streams keep the memory busy.

/** Takes a row whose key passed the bar and answers with the new bar. */
@external("host", "offer")
declare function offer(row: i32, dot: i32): f32;

const DIMS: usize = 128;

// @ts-ignore: decorator
@inline
function total(sums: v128): i32 {
  const pairs = i32x4.add(sums, i32x4.shuffle(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

// @ts-ignore: decorator
@inline
function multiply(code: usize, probe: v128): v128 {
  return i32x4.dot_i16x8_s(v128.load_ext<i8>(code), probe);
}

/**
 * Offer each row whose key (dot product times the row's scale) may be above the bar.
 *
 * Keys are compared as float32 here: rounding keeps order, so a row above the bar always passes; the host decides
 * on the exact key.
 */
export function scan(codes: usize, scales: usize, count: i32, bar: f32): void {
  const quarter = count >> 2;
  const stream = <usize>quarter * DIMS;
  for (let row = 0; row < quarter; row++) {
    const code = codes + <usize>row * DIMS;
    let a = i32x4.splat(0), b = i32x4.splat(0), c = i32x4.splat(0), d = i32x4.splat(0);
    for (let dim: usize = 0; dim < DIMS; dim += 8) {
      const probe = v128.load(dim << 1);
      const at = code + dim;
      a = i32x4.add(a, multiply(at, probe));
      b = i32x4.add(b, multiply(at + stream, probe));
      c = i32x4.add(c, multiply(at + stream * 2, probe));
      d = i32x4.add(d, multiply(at + stream * 3, probe));
    }
    bar = test(total(a), scales, row, bar);
    bar = test(total(b), scales, row + quarter, bar);
    bar = test(total(c), scales, row + quarter * 2, bar);
    bar = test(total(d), scales, row + quarter * 3, bar);
  }
  for (let row = quarter << 2; row < count; row++) {
    const code = codes + <usize>row * DIMS;
    let sums = i32x4.splat(0);
    for (let dim: usize = 0; dim < DIMS; dim += 8) {
      sums = i32x4.add(sums, multiply(code + dim, v128.load(dim << 1)));
    }
    bar = test(total(sums), scales, row, bar);
  }
}

// @ts-ignore: decorator
@inline
function test(dot: i32, scales: usize, row: i32, bar: f32): f32 {
  const key = <f32>dot * load<f32>(scales + (<usize>row << 2));
  return key >= bar ? offer(row, dot) : bar;
}
