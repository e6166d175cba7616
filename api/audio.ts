// The domain Audio and speech playback: its routes in the catalog's order; the declarations stand by theme in `audio/`.

import * as albums from './audio/albums.ts';
import * as recordings from './audio/recordings.ts';
import * as speech from './audio/speech.ts';
import * as tracks from './audio/tracks.ts';
import { domain } from './route.ts';

export const audio = domain('Audio and speech playback', {
  'GET /aetts': speech.speechSettings,
  'GET /album/info': albums.albumInfo,
  'GET /album/list': albums.trackList,
  'POST /album/listen': albums.listen,
  'POST /album/listenreport': albums.listenReport,
  'GET /album/recentlisten': albums.recentListen,
  'GET /album/updatetime': albums.albumUpdateTimes,
  'POST /audio/apply': recordings.applyUpload,
  'GET /audio/content': recordings.soundContent,
  'GET /audio/geturl': recordings.soundUrl,
  'GET /book/album': recordings.bookAlbums,
  'GET /book/listeningStat': recordings.listeningStat,
  'GET /book/newlisteningStat': recordings.lectureStat,
  'GET /cos/ttscredential': speech.speechCacheCredential,
  'GET /get/lastlisten': tracks.lastListen,
  'GET /getplayinfo': tracks.playInfo,
  'GET /track/extra': tracks.trackExtra,
  'GET /track/info': tracks.trackInfo,
  'GET /track/lastprogress': tracks.lastProgress,
  'GET /track/text': tracks.trackText,
  'GET /tts/playurl': speech.playUrl,
  'GET /tts/pronounce': speech.pronounce,
  'GET /tts/token': speech.speechToken,
  'POST /hear/watchad': tracks.watchAd,
  'GET /exttts/seginfo': speech.chapterSegments,
  'GET /exttts/voice': speech.offlineVoices,
});
