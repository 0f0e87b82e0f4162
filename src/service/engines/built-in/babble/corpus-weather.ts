/** Prose for the language model, written for Parley. */
export const weather = `
The weather comes from the west, over the water, and it takes its time. First there is a thin line of cloud, no wider than a thread, and the old people look at it and bring in the washing.
Then the wind turns, and the doors of the town begin to talk to each other. By the time the rain comes, everyone is at a window with a cup of tea.

There are many kinds of rain. There is a rain that falls straight down, as if it had an errand, and there is a rain that wanders in from the sea and stays for a week.
There is a rain so fine that you do not see it, and only know it by the sound of the gutters in the morning.
The best rain is the one that falls at night on the roof above your bed, when there is nothing to do in the morning and nobody is waiting for a letter.

Snow is different. It comes without a sound, and in the morning the town is a drawing of a town, made by someone who had only a pencil and a great deal of paper.
The baker makes a path from the bakery to the street, and the first person to walk on it is always the postman, and the second is always a cat.
For an hour nobody speaks above a whisper. Then the children wake, and by noon the snow is full of holes and the holes are full of laughter.

The wind is the one that everyone remembers. It took the roof from the boathouse and set it down in a field, the right way up, as if the field had asked for it.
It blew for three days and three nights, and the sea came over the wall, and the light went out for the first time in a hundred years.
In the morning the sky was the colour of a clean plate. People came out of their houses and walked slowly along the harbour, looking for their boats, and for their neighbours, and for something to say.

In the spring the fog comes up from the water in the evening and stands in the streets like a crowd that has forgotten why it came.
You can hear a person long before you see one, and you learn to know your friends by their steps.
The lamps are lit at noon, the boats stay on their ropes, and the whole town is as quiet as a page before anyone has written on it.

What I like about the weather is that it does not want anything. It comes over the water, it looks at what we have made, it moves a few things from one place to another, and it goes.
We write it down in a green book and we talk about it at the door, and we never learn how to hold it.
If it rains in the morning we say that it will be fine in the evening, and now and then we are right, and then we are as proud as if we had done it ourselves.
`
