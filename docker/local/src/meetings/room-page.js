/* A meeting's page as its guests see it: texts and marks as the platforms have them, sound over real WebRTC. What happens is the host's to say. */
(() => {
  const isZoom = location.pathname.startsWith('/wc/');
  const root = document.getElementById('room');
  let shown = '';
  let sounds = [];
  let name = '';
  let calls = 0;

  const post = (path, body) => fetch(`${path}?room=${encodeURIComponent(location.pathname)}`, { method: 'POST', body: JSON.stringify(body) });

  /** Two connections in one page: what one sends the other hears. */
  async function sound(frequency) {
    const [there, here] = [new RTCPeerConnection(), new RTCPeerConnection()];
    there.onicecandidate = ({ candidate }) => candidate && here.addIceCandidate(candidate);
    here.onicecandidate = ({ candidate }) => candidate && there.addIceCandidate(candidate);
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.25 });
    const out = context.createMediaStreamDestination();
    tone.connect(volume).connect(out);
    tone.start();
    there.addTrack(out.stream.getAudioTracks()[0], out.stream);
    await there.setLocalDescription();
    await here.setRemoteDescription(there.localDescription);
    await here.setLocalDescription();
    await there.setRemoteDescription(here.localDescription);
    sounds.push(() => [there, here, context].forEach((each) => each.close()));
  }

  const VIEWS = {
    prejoin: () =>
      isZoom
        ? '<h1>Enter Meeting Info</h1><input id="input-for-name" type="text"><button id="ask">Join</button>'
        : '<h1>What’s your name?</h1><button id="aside">Continue without microphone and camera</button><input type="text" aria-label="Your name"><button id="ask">Ask to join</button>',
    lobby: () =>
      isZoom
        ? '<p>Please wait, the meeting host will let you in soon.</p><button aria-label="Leave">Leave</button>'
        : '<p>Asking to be let in</p><p>You’ll join the call when someone lets you in</p><button aria-label="Turn on microphone"></button><button aria-label="Leave call"></button><button>Return to home screen</button>',
    dialog: () => '<p>Gemini is taking notes. Everybody who joins agrees to that.</p><button>Join now</button>',
    call: ({ people, words }) =>
      [name, ...people].map((person, at) => `<div data-participant-id="spaces/${at}">${person.replaceAll('<', '')}</div>`).join('') +
      '<button aria-label="Leave call"></button><button aria-label="Chat with everyone" id="chat"></button><div id="messages"></div>' +
      `<p>${words}</p>`,
    denied: () => '<p>Someone in the call denied your request to join</p>',
    no_response: () => '<p>No one responded to your request to join the call</p>',
    blocked: () => '<p>You can’t join this video call</p><button>Return to home screen</button>',
    captcha: () => '<p>Our systems have detected unusual traffic.</p>',
    not_found: () => '<p>Check your meeting code</p>',
    rtms: () => '<p>We detected you may be a bot. Automated bots aren’t allowed in this meeting, they must use Zoom RTMS.</p>',
    kicked: () => '<p>You’ve been removed from the meeting</p>',
    ended: () => '<p>The meeting has ended</p>',
    strange: () => '<p>Welcome to something new</p>',
  };

  function openChat() {
    document.getElementById('messages').innerHTML = '<textarea aria-label="Send a message"></textarea>';
    const field = document.querySelector('textarea');
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      void post('/said', { words: field.value });
      field.value = '';
    });
  }

  async function draw(state) {
    if (state.hangs) AudioContext.prototype.resume = () => new Promise(() => undefined);
    const drawn = JSON.stringify([state.view, state.people, state.words]);
    if (drawn === shown) return;
    const wasThere = shown.startsWith('["call"');
    shown = drawn;
    root.innerHTML = VIEWS[state.view](state);
    document.title = isZoom ? 'Zoom' : 'Meet';
    document.getElementById('aside')?.addEventListener('click', ({ target }) => target.remove());
    document.getElementById('ask')?.addEventListener('click', () => {
      name = document.querySelector('input').value;
      if (name !== '') void post('/asked', { name });
    });
    document.getElementById('chat')?.addEventListener('click', openChat);
    document.querySelector('[aria-label="Leave call"]')?.addEventListener('click', () => void post('/left', {}));
    if (state.view !== 'call') sounds.splice(0).forEach((end) => end());
    else if (!wasThere) for (const tone of state.tones) await sound(tone);
  }

  /** Begins a while after the call, so that its sound is there. */
  function compute(ms) {
    calls += 1;
    for (const until = performance.now() + (calls > 20 ? ms : 0); performance.now() < until; );
  }

  async function look() {
    const answer = await fetch(`/state?room=${encodeURIComponent(location.pathname)}`).catch(() => undefined);
    if (answer?.ok) {
      const state = await answer.json();
      await draw(state);
      if (state.view === 'call') compute(state.computes);
    }
    setTimeout(look, 150);
  }
  void look();
})();
