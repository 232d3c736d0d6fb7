// @ts-check
// All texts that the page makes.
export * from './words-game.js';
export * from './words-play.js';
export * from './words-why.js';
export * from './words-rooms.js';
export * from './words-puzzle.js';
