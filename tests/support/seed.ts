/**
 * Where what is drawn by chance in this run begins: at `SEED`, else at the day (UTC). So each day tries something else, and
 * any run can be made again: whoever draws says the seed in a title or a line of output.
 */
export const SEED = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
