/** Prose for the language model, written for Parley. */
export const machines = `
A machine is a thought that somebody had once, and did not want to have again every day. It waits in its corner, and when you turn the handle, it thinks the thought for you.
The first machine in the town was a crane, and it was made of wood, and two people walked inside its wheel to lift a stone out of a boat.

The clock in the tower is the oldest machine that still works. It has a room of its own, with a ladder and a window and a smell of oil, and it is never right.
In the summer it is slow, and in the winter it is quick, and the people of the town have learned to add a little or take a little away.
A man came from the city once and offered to mend it, and they thanked him and gave him bread, and they did not let him in.

There is a machine in the bakery that folds the dough, and the baker does not use it. She dusts it in the morning and she is polite to it.
She says that it does everything right, and that this is what is wrong with it, because the dough can tell when nobody is thinking of anything else.

The keeper of the light has a machine that turns the lamp. It was once a weight on a chain, and he had to wind it up twice in the night, like a very large clock.
Now it is a small grey box that hums, and he can sleep until the morning, but he wakes at the old hours and lies there in the dark and listens to the hum.
He has nothing to do, he says, and he does it twice every night.

In a room above the harbour there is a machine that learned to talk. It read everything that was written in the town, the letters and the green books and the names of the boats, and it counted which word comes after which.
If you give it a word, it gives you another, and then another, and now and then the words stand in a line and look so much like a thought that you take off your hat.
It does not know what bread is, and it has never seen the sea. It only knows that after the sea there often comes a wind, and that after a long winter there is almost always a door.

The children ask it what the weather will be, and it tells them a story about a boat. They ask it about the boat, and it tells them about the snow.
They laugh, and they go down to the wall and look at the sky, and they see for themselves.
I sit with it in the evening, when the lamps are lit, and I give it the first half of a sentence, and we wait together for the end of it, like two people who know each other too well to talk.
Sometimes it goes in a circle, and says the same thing over and over again, like rain. Sometimes it runs out past the light and does not come back.
But there are nights when it says one thing, a small and plain thing about the harbour in the morning, and I write it down in the book.
`
