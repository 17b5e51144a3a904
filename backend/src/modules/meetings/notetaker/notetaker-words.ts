import { randomInt } from 'node:crypto';

/** Short, told apart when they are heard, and nothing that weighs on anybody. */
const WORDS = (
  'acorn amber anchor apple apricot arrow atlas autumn banjo barley basil beacon beaver birch biscuit blossom bonnet branch bridge button cactus candle canoe canyon carpet castle ' +
  'cedar cello cherry clover coconut comet copper coral cotton cricket crystal daisy dolphin domino feather fiddle garden ginger granite guitar hammock harbor hazel honey ' +
  'island ivory jacket jasmine kettle kitten ladder lagoon lantern lemon lilac lizard magnet mango maple marble meadow melon mirror mitten monkey muffin nutmeg olive onion ' +
  'orchid otter oyster paddle panda paper parsley pebble pepper piano pillow planet plum pocket poppy pumpkin puzzle rabbit radish raisin ribbon river robin rocket saddle saffron sailor ' +
  'salmon scarf seven silver spoon squirrel summit sunset teapot thimble ticket tiger tomato trumpet tulip turtle umbrella velvet violin walnut willow window winter yellow zebra'
).split(' ');

/** Two words by which a therapist tells their own notetaker from any other one; nobody chooses them. */
export function newWords(): string {
  const first = randomInt(WORDS.length);
  const second = (first + 1 + randomInt(WORDS.length - 1)) % WORDS.length;
  return `${WORDS[first]} ${WORDS[second]}`;
}
