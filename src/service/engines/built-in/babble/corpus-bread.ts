/** Prose for the language model, written for Parley. */
export const bread = `
The baker gets up when the town has just gone to bed. She ties her apron, she lights the oven, and she puts her hands into the flour as if she were greeting an old friend.
There are only four things in bread, she says, flour and water and salt and time, and time is the only one that you cannot buy in a shop.

In the evening she mixes the dough, and in the night it does its slow work under a cloth, with nobody watching.
It grows as children grow, when you look the other way. In the morning it is twice as large as it was, and it sighs a little when she lifts it out of the bowl.
She folds it and turns it, and folds it again, and then she lets it rest, because bread that has not rested is like a letter that was written in anger.

The oven is older than the bakery, and the bakery is older than the street. It was built by a man who came into the harbour with a boat full of bricks and never said where he was going.
It takes a long time to grow warm, and a long time to grow cold, and there has been a fire in it every night for a hundred years.
When you open the door, a wind comes out of it, dry and sweet, and for a moment you can see the loaves in the red light, sitting in their rows like people at a play.

By the time the first boats go out, the bread is on the shelf, and the window of the bakery is the only bright thing in the street.
The people come in one after the other, with snow on their hats or salt on their sleeves, and they all say the same thing, and she gives each of them a different answer.
She knows who is ill and who is in love, and who has had a letter, by the number of loaves that they carry home.

The end of a loaf belongs to the person who cuts it. This is the only law in the town that nobody has ever broken.
You eat it at the window, with butter and a little salt, while the rest of the house is still asleep, and you look at the weather, and you think of nothing at all.
I have been to large towns and I have sat at long tables, and I have never been given anything better than that.

Once, in a hard winter, the flour did not come, because the sea was over the wall and the road was under the snow. They went down to the harbour and looked for a sail, and there was none.
The baker made bread from oats, and then from potatoes, and then from things that she did not name, and she asked nobody for money.
When the boats came in at last, with the flour in white sacks, the whole town stood on the harbour and carried them up the hill, one sack to every two people.
In the evening there was bread again, and it was only bread, and everyone said that it was the best bread they had ever eaten in their lives.
`
