/** The day and the time that clock and calendar on the wall show, as fields of a form have them. */

const two = (part: number): string => String(part).padStart(2, '0');

/** In India the day begins five and a half hours before that of UTC. */
export const dayOf = (now: Date): string => [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(two).join('-');

export const timeOf = (now: Date): string => [now.getHours(), now.getMinutes()].map(two).join(':');

/** As a field for day and time has it: of here, without a zone. */
export const localMinute = (at: Date): string => `${dayOf(at)}T${timeOf(at)}`;
