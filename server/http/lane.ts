/**
 * Calls that cost the database much, a few at a time: the next wait a moment, and more than that are refused at once.
 * So who asks for too much is told to come again, and whoever posts a report finds a free connection.
 */

import type { Endpoint } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { compareFace } from '../../contract/face.ts';
import { countReports, listReports } from '../../contract/report.ts';
import { sync } from '../../contract/sync.ts';

export interface LaneLimits {
  /** Running at the same time. */
  atOnce: number;
  /** Waiting for one of those to end. */
  waiting: number;
  /** How long each of them waits. */
  patienceMs: number;
}

export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

const COSTLY: readonly Endpoint[] = [listReports, countReports, sync, compareFace];
/** Of 16 connections; three lanes together leave one in four to all other calls. */
const LIMITS: LaneLimits = { atOnce: 4, waiting: 200, patienceMs: 5000 };
const RETRY_MS = 5000;

/** The lane of a call: its own, if it is a costly one. */
export const laneOf = (endpoint: Endpoint): Lane => (COSTLY.includes(endpoint) ? openLane(LIMITS) : (work) => work());

/** @throws AppError unavailable, with the time to wait, when the queue is full or stands still */
export function openLane({ atOnce, waiting, patienceMs }: LaneLimits): Lane {
  const queue: (() => void)[] = [];
  let running = 0;

  function turn(): Promise<void> {
    if (running < atOnce) {
      running++;
      return Promise.resolve();
    }
    if (queue.length >= waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1);
        reject(busy());
      }, patienceMs);
      queue.push(start);
    });
  }

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next)
        next(); // its place is taken over, not freed
      else running--;
    }
  };
}

const busy = () =>
  new AppError('unavailable', 'Many ask at once; nothing was lost, try again', { retryAfterMs: RETRY_MS });
