import type { SharedSetup } from './shared-setup.ts'

// Published links, which must keep working. Never change or remove one; a new format version adds its own.

export const goldenLinks: readonly { what: string; fragment: string; setup: SharedSetup }[] = [
  {
    what: 'version 1, one pane',
    fragment:
      's=1.FchBCoMwEAXQq8hfi5V2N8tCT1FKGesXgkkMkwjakLuXvuWrSBqZIc-KsM30ECQ1z_NC776KHvnMhQGCO7vJHJfhnyyQisKQaFp2I2Qcbj2CHu-yrYwZch3H1l49ZtOlQPA4klcXu0k_azLmvBsHtB8',
    setup: {
      panes: [
        {
          model: 'parley/eliza',
          system: 'Be brief.',
          parameters: { temperature: 0.3, maxTokens: 200 },
          extraBody: '',
          messages: [],
        },
      ],
      draft: 'Explain backpressure.',
    },
  },
  {
    what: 'version 1, several panes and many scripts',
    fragment:
      's=1.ZZHPaxNBFMf_leEheBljK4g4Zwt6sILXbEjH7ASDm9nt7gRMw8ImTUwFeygYLEUMwqZppQ21UtjY_Dj0Ksn0ltwmCRTBCPkTZCPGipf34MuXL-_zfTmwKGcOkGgO0qbODCBgUdtg2dss8dwEDE7WESwNBJ5eHFom19kGYhwlbcov6jTlREILE0ByIEwrbgFZitwPJaYDuYfBEaYFJAorqw8Ag8Y1DjEXA3spbAoEchqkUzxuaUDQUmTZDdNoSgcSjUIGMFy9q129P_r-6cMk35hsvpoUmpPNLTSr1nfG3vasuudBDEeBAoZhafB5cDw4GNRROIbFQTOcwxLgf4hCf5g8au322mjU8vr5fnnULaNRaz8U2nnUO--_6X3pdfuFRbpsyxPZlcFlXp7Ituygy7I8k-eyI0_lmfwqO7IFsZiL_2_RSG3Q61QOYFB-U_ld5R-o2rby91XNQ8pvqFpZ-YXFgY_ETQdpsJ4xBdM1QJqG1p7RxIs1dOPhk8crGndYwuQ6MlKcaWJW3TmcV_Jn1RH7lkdjr2ELY-wdLUimla0fpcrPyu60GEz33l5rZ37pb4jF01dNNAdCWSauvTpps_UM44ls3GKcGiIL5NZy5C4Gy2YO4wn2V7_jujEMuk2TAgiooKCar1VwrIKiCuoqOFXBR3B_AQ',
    setup: {
      panes: [
        {
          model: 'parley/echo',
          system: 'Répondez en français.',
          parameters: { topP: 0.9, seed: 7, stop: ['END', '\n\n'] },
          extraBody: '{"min_p": 0.1}',
          messages: [
            { role: 'user', text: '日本語のテスト 🧑‍🚀' },
            { role: 'assistant', text: 'مرحبا بالعالم', model: 'parley/echo' },
            { role: 'user', text: 'Ἐν ἀρχῇ ἦν ὁ λόγος' },
            { role: 'assistant', text: 'написано человеком' },
          ],
        },
        {
          model: 'parley/eliza',
          system: '',
          parameters: {},
          extraBody: '',
          messages: [
            { role: 'system', text: 'हिन्दी में' },
            { role: 'user', text: 'It\'s "quoted" \\ `back` $HOME\nsecond line\t👩‍👩‍👧 e\u0301 \u202Ertl\u202C' },
            { role: 'assistant', text: '안녕하세요', model: 'parley/eliza' },
          ],
        },
        {
          model: null,
          system: 'No model yet.',
          parameters: { frequencyPenalty: -1.5, presencePenalty: 2 },
          extraBody: '',
          messages: [],
        },
      ],
      draft: 'ข้อความ',
    },
  },
  {
    what: 'version 1, another server',
    fragment:
      's=1.BcFLCoAwDAXAq8hbl9ZYQcgJvEPpImJAIX7Q6kZ6d2c-nLLrDU4ftmNWA8NMNom-4zjBQQoYSyknh0Dd4FvfemKiPvbhJTjcss7glPDAYVSzoymLXoqca64_',
    setup: {
      panes: [
        {
          model: 'llama3.2:3b',
          baseUrl: 'http://127.0.0.1:11434/v1',
          system: '',
          parameters: {},
          extraBody: '',
          messages: [{ role: 'user', text: 'Hello there' }],
        },
      ],
      draft: '',
    },
  },
  {
    what: 'version 1, a reply with tool calls',
    fragment:
      's=1.VczBCcIwFIDhVcp_fiBec3EAB_CQBAnpgwbStLQRKSVruYCLifXkAN-3M4eiK8bujFOvGcMclqzbSeMwIawh9RhreSDcNNRBly6V7vp-5XLBiyUgIP_OWmLI-X5GeP4Uwu6IqW4O4zgCRzsKhJpG_Ubee998-wA',
    setup: {
      panes: [
        {
          model: 'parley/echo',
          system: '',
          parameters: {},
          extraBody: '',
          messages: [
            { role: 'user', text: 'Weather in Köln?' },
            {
              role: 'assistant',
              text: '',
              model: 'parley/echo',
              toolCalls: [
                { id: 'call_1', name: 'weather', arguments: '{"city":"Köln"}' },
                { id: '', name: 'time', arguments: '' },
              ],
            },
          ],
        },
      ],
      draft: '',
    },
  },
  {
    what: 'version 1, a message with an attached file',
    fragment:
      's=1.VcwxCsJAEAXQq4RfD6aVBescQAjIMMVoBg1sNiGzASWk9CaewQvsxVJY2bzyrZg0mSPwimHsLCJg0jnaq7bbYwTBte8QmLGAcDaryjvdPc_lO4DSEuMPZmhVPof8zCBo0_q1OZ4gIsRQEC7moL9bZJNtBw',
    setup: {
      panes: [
        {
          model: 'parley/echo',
          system: '',
          parameters: {},
          extraBody: '',
          messages: [
            { role: 'user', text: 'See Ångström', files: [{ name: 'a ä.txt', data: 'aGVsbG8=' }] },
            { role: 'assistant', text: 'Yes', model: 'parley/echo' },
          ],
        },
      ],
      draft: '',
    },
  },
]
