/** Prose for the language model, written for Parley. */
export const harbour = `
The harbour wakes before the town does. In the grey hour the boats lean on their ropes, and the water is so still that every mast has a twin beneath it.
An old man comes down the steps with a lamp, looks at the sky, looks at the water, and says nothing, because the sky and the water have already said it.
Then the first engine coughs, and the gulls rise from the wall, and the day begins in the harbour as it has always begun.

Most of the boats are small. They carry nets and baskets, a box of bread, a bottle of cold tea, and two people who know each other too well to talk.
They go out past the end of the wall, where the light stands, and they turn to the north where the water is deep.
By noon they are only a line of dots, and by evening they are back again, lower in the water, with the gulls behind them like a long white scarf.

The keeper of the light lives at the end of the wall. He has a bed, a stove, a shelf of books, and a window on every side.
In the morning he cleans the glass, and at the end of the day he lights the lamp, and between the two he writes down the weather in a large green book.
He says that the sea is never the same twice, and that the book is never different, and that he has never understood how both of these can be true.

There is a story about a boat that came into the harbour on a night of fog, with nobody in it.
Its ropes were coiled and its lamp was lit, and there was bread on the table, still warm.
The people of the town waited for someone to come and ask for it, but nobody came, and at the end of the winter they gave it a new name and went to sea in it.
It was a good boat. It knew the way home, they said, as if it had always lived in the harbour.

In the summer the children sit on the wall with their feet above the water and count the boats as they come in.
They know every boat by the sound of its engine, and every dog by the sound of its bark, and they can tell you in the morning what the weather will be in the evening.
When they are old enough they will go out past the light themselves, and other children will sit on the wall and count them.

At night the harbour is a room with a dark floor. The lamps of the town lie on the water in long yellow lines, and the ropes creak, and somewhere a bucket rolls from one side of a deck to the other.
If you stand at the end of the wall and wait, you will hear the sea on the far side of it, breathing slowly, like something very large that has decided to be patient.
Then the light turns over your head, and for a moment you can see everything, and then you can see nothing but the light.
`
