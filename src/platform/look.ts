/** How large the text is, and whether the pages are simple. index.html has put what is stored on the page before it is drawn. */

import { create } from 'zustand';
import { store, stored } from './stored.ts';

/** In per cent of what the browser is set to. */
export const TEXT_SIZES = ['100', '125', '150', '200'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export const useLook = create<{ textSize: TextSize; isSimple: boolean }>(() => ({
  textSize: TEXT_SIZES.find((size) => size === stored('textSize')) ?? '100',
  isSimple: stored('simple') === 'yes',
}));

export function chooseTextSize(textSize: TextSize): void {
  store('textSize', textSize);
  document.documentElement.style.fontSize = textSize === '100' ? '' : `${textSize}%`;
  useLook.setState({ textSize });
}

/** Big buttons and fewer things: the class is what the stylesheets go by. */
export function chooseSimple(isSimple: boolean): void {
  store('simple', isSimple ? 'yes' : 'no');
  document.documentElement.classList.toggle('simple', isSimple);
  useLook.setState({ isSimple });
}
